import { ErrorScreen } from '@/components/errors/error-screen';
import type { ShownFailure } from '@/components/errors/failure-of';
import { ListSkeleton } from './list-skeleton';
import type { MonitorsView } from './use-monitors-url';

interface NothingYetProps {
  view: MonitorsView;
  failure: ShownFailure | null;
  onRetry: () => void;
  onDue: () => void;
}

/** What stands in place of the rows while none are known: that they are being read, or why they cannot be. */
export function ListPlaceholder({ view, failure, onRetry, onDue }: NothingYetProps) {
  if (failure) return <ErrorScreen failure={failure} onRetry={onRetry} onDue={onDue} />;
  return (
    <>
      <p role="status" className="sr-only">
        Reading the monitors…
      </p>
      <ListSkeleton rows={view.query.per_page} />
    </>
  );
}
