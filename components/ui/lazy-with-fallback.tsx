import type { ComponentType } from 'react';
import { LatePart } from '@/components/shell/early-click-replay';
import { ChunkErrorBoundary, type LoadComponent, lazyChunk } from './chunk-error-boundary';

/**
 * A part of the page that most people never see, loaded when it is first shown, within a `Suspense`.
 *
 * @param Fallback stands there when the part could not be loaded, until the page is reloaded
 */
export function lazyWithFallback<Props extends object>(
  load: LoadComponent<Props>,
  Fallback: ComponentType<Props> = ChunkLoadMessage,
): ComponentType<Props> {
  const Part = lazyChunk(load);
  return function LazyWithFallback(props) {
    return (
      <ChunkErrorBoundary
        fallback={
          <LatePart>
            <Fallback {...props} />
          </LatePart>
        }
      >
        <LatePart>
          <Part {...props} />
        </LatePart>
      </ChunkErrorBoundary>
    );
  };
}

/** As after an update of Sightline, whose server no longer has what this page would load. */
function ChunkLoadMessage() {
  return (
    <p role="alert" className="p-4 text-ink-2 text-sm">
      This part could not be loaded. Reload the page.
    </p>
  );
}
