'use client';

import { LateFailureScreen } from '@/components/failure/late-failure-screen';
import { PageTitle } from '@/components/shell/page-title';

/** For bugs of ours while a page is rendered; Next gives the digest under which the server has logged it. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main>
      <PageTitle name="Error" />
      <LateFailureScreen
        failure={{ code: 'internal', ...(error.digest ? { request_id: error.digest } : {}) }}
        onRetry={reset}
      />
    </main>
  );
}
