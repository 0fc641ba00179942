import { type ReactNode, Suspense } from 'react';
import { ChunkErrorBoundary } from './lazy-chunk';

/**
 * Shows a part of the page that is loaded when it is first shown (`lazyChunk`), or that it could not be loaded. Not for
 * buttons of the first HTML: a click before the scripts are there would be lost (ADR 0016).
 */
export function LazyPart({ children }: { children: ReactNode }) {
  return (
    <ChunkErrorBoundary fallback={<ChunkLoadMessage />}>
      <Suspense>{children}</Suspense>
    </ChunkErrorBoundary>
  );
}

/** As after an update of Sightline, whose server no longer has what this page would load. */
function ChunkLoadMessage() {
  return (
    <p role="alert" className="p-4 text-ink-2 text-sm">
      This part could not be loaded. Reload the page.
    </p>
  );
}
