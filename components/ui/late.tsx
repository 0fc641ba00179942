import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { LatePart } from '@/components/shell/early-click-replay';

/**
 * A part of the page that most people never see, loaded when it is first shown, within a `Suspense`. (Of next/dynamic
 * it needs nothing that would be worth 3 kB.)
 *
 * @param missing what stands there until the page is loaded anew, when the part could not be loaded
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  missing: ComponentType<Props> = NotLoaded,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: hydratedLate(part) }),
      () => ({ default: hydratedLate(missing) }),
    ),
  );
}

function hydratedLate<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function Late(props) {
    return (
      <LatePart>
        <Part {...props} />
      </LatePart>
    );
  };
}

/** As after an update of Sightline, whose server no longer has what this page would load. */
function NotLoaded() {
  return (
    <p role="alert" className="p-4 text-ink-2 text-sm">
      This part could not be loaded. Reload the page.
    </p>
  );
}
