import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';

/** A chunk could not be loaded, for example without network or after an update of Sightline. */
class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Imports a component from its own chunk. */
export type LoadComponent<Props extends object> = () => Promise<ComponentType<Props>>;

/**
 * `React.lazy` that throws a `ChunkLoadError` on failure. It does not retry; that needs a new lazy component.
 */
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
  /** Replaces the component that could not be loaded. */
  fallback?: ReactNode;
  onError?: () => void;
  children: ReactNode;
}

/** An error boundary for `ChunkLoadError`; other errors are thrown again and reach the error page. */
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
