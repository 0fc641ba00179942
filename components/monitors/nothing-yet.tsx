'use client';

import type { ShownFailure } from '@/components/failure/failure-of';
import { FailureScreen } from '@/components/failure/failure-screen';
import { ListSkeleton } from './list-skeleton';
import { RefusedFilter } from './refused-filter';
import { refusedTypes } from './refused-types';
import type { MonitorsView } from './use-monitors-url';

interface NothingYetProps {
  view: MonitorsView;
  failure: ShownFailure | null;
  onRetry: () => void;
}

/** What stands in place of the rows while none are known: that they are being read, or why they cannot be. */
export function NothingYet({ view, failure, onRetry }: NothingYetProps) {
  const refused = refusedTypes(failure, view.url.type);
  if (refused.length > 0) {
    return (
      <div className="rounded-lg border border-line bg-surface">
        <h1 className="sr-only">Monitors</h1>
        <RefusedFilter types={refused} view={view} />
      </div>
    );
  }
  if (failure) return <FailureScreen failure={failure} onRetry={onRetry} />;
  return (
    <>
      <p role="status" className="sr-only">
        Reading the monitors…
      </p>
      <ListSkeleton rows={view.query.per_page} />
    </>
  );
}
