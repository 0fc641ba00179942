'use client';

import { useRouter } from 'next/navigation';
import { ErrorScreen } from '@/components/errors/error-screen';
import type { ErrorBody } from '@/lib/contract/error';

/** Why there is no report. */
export function ReportFailure({ failure }: { failure: ErrorBody }) {
  const router = useRouter();
  return (
    <main className="px-4 max-sm:px-3">
      <ErrorScreen failure={failure} onRetry={() => router.refresh()} onDue={() => router.refresh()} />
    </main>
  );
}
