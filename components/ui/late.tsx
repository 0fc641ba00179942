import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A part of the page that most people never see, loaded when it is first shown, within a `Suspense`. (Of next/dynamic
 * it needs nothing that would be worth 3 kB.)
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotLoaded }),
    ),
  );
}

/** As after an update of Sightline, whose server no longer has what this page would load. */
function NotLoaded() {
  return (
    <p role="alert" className="p-4 text-ink-2 text-sm">
      This part could not be loaded. Reload the page.
    </p>
  );
}
