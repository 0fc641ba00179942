'use client';

import { ErrorScreen } from '@/components/errors/error-screen';
import { PageTitle } from '@/components/layout/page-title';

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

interface ErrorContentProps {
  /** The ID under which the server has logged the error. */
  digest: string | undefined;
  onRetry: () => void;
}

/** Replaces the content of a page after an unexpected error. */
function ErrorContent({ digest, onRetry }: ErrorContentProps) {
  return (
    <>
      <PageTitle name="Error" />
      <ErrorScreen
        failure={{ code: 'internal', ...(digest ? { request_id: digest } : {}) }}
        onRetry={onRetry}
      />
    </>
  );
}
