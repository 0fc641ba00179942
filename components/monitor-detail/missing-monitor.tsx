'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { ErrorScreen } from '@/components/errors/error-screen';
import { type Explanation, explainError } from '@/components/errors/explain-error';
import type { ShownFailure } from '@/components/errors/failure';
import { visibleName } from '@/components/monitor/monitor-names';
import { useTimeZone } from '@/components/ui/time-zone';
import { cachedLists } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/responses';
import { formatClock } from '@/lib/format';
import { PreviousNext } from './previous-next';

interface MissingMonitorProps {
  failure?: ShownFailure;
  /** The last known name. */
  name?: string | undefined;
  onRetry?: () => void;
}

/**
 * The page of a monitor that does not exist: its last known data, and links to the previous and next
 * monitors.
 */
export function MissingMonitor(props: MissingMonitorProps) {
  const { failure = { code: 'monitor_not_found' }, name, ...actions } = props;
  const { uuid = '' } = useParams<{ uuid?: string }>();
  const listed = lastListed(cachedLists(useQueryClient()), uuid);
  const timeZone = useTimeZone();
  return (
    <main className="px-4 py-4 max-sm:px-3">
      <PreviousNext uuid={uuid} />
      <ErrorScreen
        failure={failure}
        subject={visibleName(listed?.name ?? name ?? '') ?? <span className="font-mono text-sm">{uuid}</span>}
        explanation={
          listed ? explainDeleted(formatClock(Date.parse(listed.asOf), timeZone)) : explainError(failure)
        }
        {...actions}
      />
    </main>
  );
}

/** The explanation for a monitor that was in the list before. @param clock the time when the list was read */
function explainDeleted(clock: string): Explanation {
  return {
    title: 'Monitor not found',
    meaning: `It was in the list at ${clock}; it has been deleted since.`,
    steps: ['If it was created again, it has a new UUID: search for its name in the monitor list.'],
  };
}

/**
 * The name of the monitor in the newest list that contains it, and the time when this list was read (ISO
 * 8601).
 */
export function lastListed(
  lists: readonly MonitorList[],
  uuid: string,
): { name: string; asOf: string } | undefined {
  return lists
    .flatMap(({ data, meta }) =>
      data.filter((monitor) => monitor.monitor_uuid === uuid).map(({ name }) => ({ name, asOf: meta.as_of })),
    )
    .sort((a, b) => b.asOf.localeCompare(a.asOf))[0];
}
