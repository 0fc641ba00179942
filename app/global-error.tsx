'use client';

import { withBasePath } from '@/lib/text/base-path';
import './globals.css';

/**
 * Replaces the complete document when the root layout fails. It loads nothing: everything it needs is part of
 * every page. The server has logged the error with the digest.
 */
export default function GlobalError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <title>Error · Sightline</title>
        <main className="mx-auto max-w-xl space-y-4 px-4 py-12">
          <h1 className="text-xl">Something went wrong in Sightline</h1>
          <p>This is a bug in Sightline, not a problem with your monitors or the API.</p>
          <p className="space-x-4">
            <button type="button" onClick={retry} className="underline">
              Try again
            </button>
            <a href={withBasePath('/monitors')} className="underline">
              All monitors
            </a>
          </p>
          {error.digest ? <p className="font-mono">request {error.digest}</p> : null}
        </main>
      </body>
    </html>
  );
}
