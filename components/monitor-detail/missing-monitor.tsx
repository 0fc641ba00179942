'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { ErrorScreen } from '@/components/errors/error-screen';
import type { ShownFailure } from '@/components/errors/error-title';
import { type Explanation, explainError } from '@/components/errors/explain-error';
import { targetParts, visibleName } from '@/components/monitor/monitor-names';
import { ObservedPanel } from '@/components/observed/observed-panel';
import { useLastKnown } from '@/components/observed/use-last-known';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useTicking } from '@/components/ui/clock';
import { useTimeZone } from '@/components/ui/time-zone';
import { cachedLists } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/responses';
import { formatAge } from '@/lib/text/format';
import { PreviousNext } from './previous-next';

interface MissingMonitorProps {
  failure: ShownFailure;
  /** The last known name. */
  name?: string | undefined;
  onRetry: () => void;
}

/**
 * The page of a monitor that does not exist: its last known data, and links to the previous and next
 * monitors. Of a monitor that was removed, also what Sightline has observed.
 */
export function MissingMonitor({ failure, name, onRetry }: MissingMonitorProps) {
  const { uuid = '' } = useParams<{ uuid?: string }>();
  const listed = lastListed(cachedLists(useQueryClient()), uuid);
  const remembered = useLastKnown(uuid);
  const listedAt = listed ? Date.parse(listed.asOf) : (remembered?.listedAt ?? null);
  const deleted = useDeleted(listedAt);
  const notFound = useNotFound(failure);
  return (
    <main className="px-4 py-4 max-sm:px-3">
      <PreviousNext uuid={uuid} />
      <ErrorScreen
        failure={deleted ? { ...failure, retry_at: null } : failure}
        subject={
          <Subject
            uuid={uuid}
            name={visibleName(listed?.name ?? name ?? remembered?.newest.monitor.name ?? '')}
            target={(remembered && targetParts(remembered.newest.monitor).join('')) || null}
          />
        }
        explanation={deleted ?? notFound}
        onRetry={onRetry}
      />
      {remembered ? (
        <div className="mt-4">
          <ObservedPanel
            key={uuid}
            uuid={uuid}
            interval={null}
            defaultDays={remembered.days}
            newest={remembered.newest}
          />
        </div>
      ) : null}
    </main>
  );
}

/** The last known name and target of a monitor, or its UUID. */
function Subject({ uuid, name, target }: { uuid: string; name: string | null; target: string | null }) {
  if (name === null && target === null) return <span className="font-mono text-sm">{uuid}</span>;
  return (
    <>
      {name === null ? null : <bdi>{name}</bdi>}
      {target === null ? null : (
        <span dir="ltr" className="block font-mono font-normal text-ink-2 text-xs">
          {target}
        </span>
      )}
    </>
  );
}

/** The explanation for a monitor that was in the list before. @param listedAt epoch milliseconds; null: it was not */
function useDeleted(listedAt: number | null): Explanation | null {
  const timeZone = useTimeZone();
  const label = useTicking((now) => (listedAt === null ? '' : timeLabel(listedAt, now, timeZone)));
  if (listedAt === null) return null;
  return {
    title: 'Monitor not found',
    meaning: `It was in the list at ${label}; it has been deleted since.`,
    steps: ['If it was created again, it has a new UUID: search for its name in the monitor list.'],
  };
}

/** The explanation for a monitor that is not known to have been in the list, with the age of that, which is ticking. */
function useNotFound(failure: ShownFailure): Explanation {
  const { list_as_of } = failure;
  const age = useTicking((now) =>
    list_as_of === undefined ? '' : formatAge((now - Date.parse(list_as_of)) / 1000),
  );
  const explanation = explainError(failure);
  if (age === '') return explanation;
  const meaning = `Not in the list that was read ${age} ago: created since, deleted, or in another organization.`;
  return { ...explanation, meaning };
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
