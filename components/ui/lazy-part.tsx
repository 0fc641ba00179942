import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect, useState } from 'react';
import { ChunkErrorBoundary } from './lazy-chunk';
import { replayEarlyClick } from './replay-early-click';

/**
 * Renders components of `lazyChunk`, or a message if they cannot be loaded. In the first HTML their content
 * exists before their scripts are loaded; an early click on one of their buttons is replayed (ADR 0016).
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

/** Calls `onLoaded` when its Suspense boundary is revealed. */
function Loaded({ onLoaded }: { onLoaded: () => void }): null {
  const notify = useEffectEvent(onLoaded);
  useLayoutEffect(() => notify(), []);
  return null;
}

/** For example after an update of Sightline, whose server no longer has the chunks of this page. */
function ChunkLoadMessage() {
  return (
    <p role="alert" className="p-4 text-ink-2 text-sm">
      Couldn’t load this section. Reload the page.
    </p>
  );
}
