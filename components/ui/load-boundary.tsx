import { Component, type ReactNode, Suspense } from 'react';
import { Button } from './button';

interface LoadBoundaryProps {
  /** Replaces the message that the part could not be loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Around a part of `next/dynamic`, which is empty while its chunk loads. Says when the chunk cannot be loaded; other errors
 * reach the error page.
 */
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
