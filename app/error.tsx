'use client';

import dynamic from 'next/dynamic';
import { PageTitle } from '@/components/layout/page-title';
import { LoadBoundary } from '@/components/ui/load-boundary';

// Every page includes its error page, so the content is loaded only when it is shown.
const ErrorScreen = dynamic(() =>
  import('@/components/errors/error-screen').then((file) => file.ErrorScreen),
);

/** Shown when a bug prevents a page from being rendered. The server has logged the error with the digest. */
export default function ErrorPage({
  error: { digest },
  retry,
}: {
  error: Error & { digest?: string };
  /** Renders the page again, with new data from the server. */
  retry: () => void;
}) {
  const failure = { code: 'internal' as const, ...(digest ? { request_id: digest } : {}) };
  return (
    <main className="px-4 max-sm:px-3">
      <PageTitle name="Error" />
      <LoadBoundary>
        <ErrorScreen failure={failure} onRetry={retry} />
      </LoadBoundary>
    </main>
  );
}
