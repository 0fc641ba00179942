import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect, useState } from 'react';
import { ChunkErrorBoundary } from './lazy-chunk';
import { replayEarlyClick } from './replay-early-click';

/**
 * Shows a part of the page that is loaded when it is first shown (`lazyChunk`), or that it could not be loaded. As part of
 * the first HTML it is there before its script is: a click on one of its buttons until then is repeated (ADR 0016).
 */
export function LazyPart({ children }: { children: ReactNode }) {
  const [isLoaded, setLoaded] = useState(false);
  useLayoutEffect(() => {
    if (isLoaded) replayEarlyClick();
  }, [isLoaded]);
  return (
    <ChunkErrorBoundary fallback={<ChunkLoadMessage />}>
      <div className="contents" data-loading={isLoaded ? undefined : ''}>
        <Suspense>
          {children}
          <Loaded onLoaded={() => setLoaded(true)} />
        </Suspense>
      </div>
    </ChunkErrorBoundary>
  );
}

/** Tells when all beside it has been loaded. */
function Loaded({ onLoaded }: { onLoaded: () => void }): null {
  const tell = useEffectEvent(onLoaded);
  useLayoutEffect(() => tell(), []);
  return null;
}

/** As after an update of Sightline, whose server no longer has what this page would load. */
function ChunkLoadMessage() {
  return (
    <p role="alert" className="p-4 text-ink-2 text-sm">
      Couldn’t load this section. Reload the page.
    </p>
  );
}
