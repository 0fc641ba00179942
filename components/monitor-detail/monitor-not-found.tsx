'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useEffect } from 'react';
import { ErrorScreen } from '@/components/errors/error-screen';
import { type Explanation, explainError, type ShownFailure } from '@/components/errors/explain-error';
import { useFailure } from '@/components/errors/failure';
import { targetParts } from '@/components/monitor/monitor-names';
import { ObservedPanel } from '@/components/observed/observed-panel';
import { useReadNow } from '@/components/refresh/use-read-now';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useTicking } from '@/components/ui/clock';
import { useTimeZone } from '@/components/ui/time-zone';
import { Toast } from '@/components/ui/toast';
import { useRequestContext } from '@/components/ui/use-request-context';
import { newestChangeQuery } from '@/lib/client/history-queries';
import { cachedLists, monitorDetailQuery } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/responses';
import { formatAge } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';
import { PreviousNext } from './previous-next';

/** The page of a monitor that the server did not find: says when to look again, and does so by itself. */
export function UnlistedMonitor() {
  const { uuid = '' } = useParams<{ uuid?: string }>();
  const query = monitorDetailQuery(uuid, useRequestContext());
  const detail = useQuery(query);
  const readNow = useReadNow(query.queryKey, uuid);
  const failure = useFailure(uuid, detail) ?? { code: 'monitor_not_found' };
  const isFound = detail.isFetchedAfterMount && detail.isSuccess;
  useEffect(() => {
    // Next shows "not found" until another URL is opened, even if the refreshed page is found.
    if (isFound) location.reload();
  }, [isFound]);
  return (
    <>
      <MonitorNotFound uuid={uuid} failure={failure} onRetry={readNow.read} />
      <Toast message={readNow.message} />
    </>
  );
}

/**
 * The page of a monitor that does not exist: its last known data, and links to the previous and next monitors. For a
 * removed monitor it also shows what Sightline has observed.
 *
 * @param props.name the last known name
 */
export function MonitorNotFound(props: {
  uuid: string;
  failure: ShownFailure;
  name?: string | undefined;
  onRetry: () => void;
}) {
  const { uuid, failure, onRetry } = props;
  const listed = lastListed(cachedLists(useQueryClient()), uuid);
  const newest = useQuery(newestChangeQuery(uuid, useRequestContext())).data?.body.data[0];
  const removedAfter = newest?.kind === 'removed' ? Date.parse(newest.from) : null;
  const listedAt = listed ? Date.parse(listed.asOf) : removedAfter;
  const explanation = useExplanation(failure, listedAt);
  const name = visibleName(listed?.name ?? props.name ?? newest?.monitor.name ?? '');
  const target = newest && targetParts(newest.monitor).join('');
  return (
    <main className="px-4 py-4 max-sm:px-3">
      <PreviousNext uuid={uuid} />
      <ErrorScreen
        failure={listedAt === null ? failure : { ...failure, retry_at: null }}
        subject={
          <>
            <bdi>{name}</bdi>
            {target ? (
              <span dir="ltr" className="block font-mono font-normal text-ink-2 text-xs">
                {target}
              </span>
            ) : null}
            {name || target ? null : <span className="font-mono text-sm">{uuid}</span>}
          </>
        }
        explanation={explanation}
        onRetry={onRetry}
      />
      {newest === undefined ? null : (
        <div className="mt-4">
          <ObservedPanel key={uuid} uuid={uuid} monitor={null} defaultDays={30} />
        </div>
      )}
    </main>
  );
}

/** Why there is no such monitor. @param listedAt when it was last in the list, epoch milliseconds; null: never, as far as known */
function useExplanation(failure: ShownFailure, listedAt: number | null): Explanation {
  const timeZone = useTimeZone();
  const { title, meaning, steps } = explainError(failure);
  const { list_as_of } = failure;
  const knownMeaning = useTicking((now) => {
    if (listedAt !== null)
      return `It was in the list at ${timeLabel(listedAt, now, timeZone)}; it has been deleted since.`;
    if (list_as_of === undefined) return meaning;
    const age = formatAge((now - Date.parse(list_as_of)) / 1000);
    return `Not in the list that was read ${age} ago: created since, deleted, or in another organization.`;
  });
  const again = 'If it was created again, it has a new UUID: search for its name in the monitor list.';
  return { title, meaning: knownMeaning, steps: listedAt === null ? steps : [again] };
}

/** The monitor in the newest list that contains it, and when this list was read, ISO 8601. */
export function lastListed(lists: readonly MonitorList[], uuid: string) {
  return lists
    .flatMap(({ data, meta }) =>
      data.filter((monitor) => monitor.monitor_uuid === uuid).map(({ name }) => ({ name, asOf: meta.as_of })),
    )
    .sort((a, b) => b.asOf.localeCompare(a.asOf))[0];
}
