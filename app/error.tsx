'use client';

import dynamic from 'next/dynamic';
import { LoadBoundary } from '@/components/ui/load-boundary';

// Every page includes its error page, so the content is loaded only when it is shown.
const ErrorContent = dynamic(() =>
  import('@/components/layout/error-content').then((file) => file.ErrorContent),
);

/** Shown when a bug prevents a page from being rendered. The server has logged the error with the digest. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  /** Renders the page again, with new data from the server. */
  retry: () => void;
}) {
  return (
    <main className="px-4 max-sm:px-3">
      <LoadBoundary>
        <ErrorContent digest={error.digest} onRetry={retry} />
      </LoadBoundary>
    </main>
  );
}
