import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';

/** A part of the page could not be loaded: without network, or after an update of Sightline. */
class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Loads a component from a chunk of its own. */
export type LoadComponent<Props extends object> = () => Promise<ComponentType<Props>>;

/** `React.lazy`, whose failure a `ChunkErrorBoundary` tells from a bug. It does not try again: that takes another one. */
export function lazyChunk<Props extends object>(
  load: LoadComponent<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      (cause: unknown) => {
        throw new ChunkLoadError('A part of the page could not be loaded.', { cause });
      },
    ),
  );
}

interface ChunkErrorBoundaryProps {
  /** Shown in place of what could not be loaded. */
  fallback?: ReactNode;
  onError?: () => void;
  children: ReactNode;
}

/** Catches only what `lazyChunk` throws; a bug goes on to the error page. */
export class ChunkErrorBoundary extends Component<ChunkErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ChunkLoadError) return this.props.fallback ?? null;
    throw error;
  }
}
