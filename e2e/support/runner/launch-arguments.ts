/** The features that Playwright disables. Chromium obeys only the last `--disable-features`, so ours repeats them. */
const switchedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BoundaryEventDispatchTracksNodeRemoval',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'AutoDeElevate',
  'RenderDocument',
  'OptimizationHints',
];

/**
 * A full Chromium opens a browser window for each context. With these features it loads two pages for the address
 * bar, and starts a spare process for the next site. That costs more processor time than our page.
 */
const windowExtras = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** The command-line arguments of Chromium in tests and benchmarks, besides Playwright's own. */
export const launchArguments = [
  // Without this, Debian's full Chromium rasterizes on a GPU, and simulates one where there is none.
  '--disable-gpu',
  `--disable-features=${[...switchedOffByPlaywright, ...windowExtras].join(',')}`,
];
