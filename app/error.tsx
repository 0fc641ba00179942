'use client';

import { Suspense } from 'react';
import { lazyWithFallback } from '@/components/ui/lazy-with-fallback';

// Every page carries its error page along, so what stands in it is loaded when it is shown.
const ErrorContent = lazyWithFallback(() =>
  import('@/components/failure/error-content').then((file) => file.ErrorContent),
);

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
      <Suspense>
        <ErrorContent digest={error.digest} onRetry={reset} />
      </Suspense>
    </main>
  );
}
