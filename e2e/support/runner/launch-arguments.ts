/** What Playwright switches off. Chromium obeys only the last `--disable-features`, so ours repeats it. */
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
 * A full Chromium has a browser window for each context. With these it loads two pages of its own for the address bar
 * and starts a process for the next site, which costs more processor time than our page.
 */
const windowExtras = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** The command-line arguments of Chromium in tests and benchmarks, besides Playwright's own. */
export const launchArguments = [
  // Debian's full Chromium rasterizes on a GPU otherwise, which without one is simulated.
  '--disable-gpu',
  `--disable-features=${[...switchedOffByPlaywright, ...windowExtras].join(',')}`,
];
