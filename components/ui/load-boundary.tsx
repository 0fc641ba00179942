import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { Button } from './button';

interface LoadBoundaryProps {
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Wraps a part of `next/dynamic` in a `LoadBoundary`. The caller calls `dynamic`, because Next finds the chunk by that call.
 *
 * @param fallback replaces the message that the part could not be loaded
 */
export function inBoundary<Props extends object>(Part: ComponentType<Props>, fallback?: ReactNode) {
  return (props: Props) => (
    <LoadBoundary fallback={fallback}>
      <Part {...props} />
    </LoadBoundary>
  );
}

/** Is empty while a chunk loads. Says when the chunk cannot be loaded; other errors reach the error page. */
export class LoadBoundary extends Component<LoadBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return <Suspense>{this.props.children}</Suspense>;
    // Turbopack's runtime throws errors of this name.
    if (!(error instanceof Error && error.name === 'ChunkLoadError')) throw error;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 p-4 text-ink-2 text-sm">
        Couldn’t load this section.
        <Button onClick={() => location.reload()}>Try again</Button>
      </p>
    );
  }
}
