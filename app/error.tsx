'use client';

import { lazyChunk } from '@/components/ui/lazy-chunk';
import { LazyPart } from '@/components/ui/lazy-part';

// Every page carries its error page along, so what stands in it is loaded when it is shown.
const ErrorContent = lazyChunk(() =>
  import('@/components/layout/error-content').then((file) => file.ErrorContent),
);

/** For bugs of ours while a page is rendered; Next gives the digest under which the server has logged it. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  /** Renders the page again, with what the server makes of it now. */
  retry: () => void;
}) {
  return (
    <main>
      <LazyPart>
        <ErrorContent digest={error.digest} onRetry={retry} />
      </LazyPart>
    </main>
  );
}
