'use client';

import { ErrorContent } from '@/components/layout/error-content';

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
      <ErrorContent digest={error.digest} onRetry={retry} />
    </main>
  );
}
