'use client';

import { lazyChunk } from '@/components/ui/lazy-chunk';
import { LazyPart } from '@/components/ui/lazy-part';

// Every page carries its error page along, so what stands in it is loaded when it is shown.
const ErrorContent = lazyChunk(() =>
  import('@/components/errors/error-screen').then((file) => file.ErrorContent),
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
      <LazyPart>
        <ErrorContent digest={error.digest} onRetry={reset} />
      </LazyPart>
    </main>
  );
}
