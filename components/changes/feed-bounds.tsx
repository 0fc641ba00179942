import { useQuery } from '@tanstack/react-query';
import { EyeOff, HardDrive, History, SearchX } from 'lucide-react';
import { MonitorSuggestions } from '@/components/monitor/suggestions';
import { rangeName } from '@/components/time-chart/days-switch';
import { timeLabel } from '@/components/time-chart/time-labels';
import { Age } from '@/components/ui/age';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { StatePanel } from '@/components/ui/state-panel';
import { type TimeZone, useTimeZone } from '@/components/ui/time-zone';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery, readOnce } from '@/lib/client/queries';
import type { HistoryMeta } from '@/lib/contract/changes';
import type { ChangesUrlState } from './use-changes';

/** Why there are no changes: history is off, has just begun, a filter, or nothing has changed. */
export function EmptyChanges({ meta, urlState }: { meta: HistoryMeta; urlState: ChangesUrlState }) {
  const { url, clear } = urlState;
  if (meta.kept_days === 0) {
    return (
      <StatePanel icon={EyeOff} title="History is off">
        <p>Sightline records no changes, because SIGHTLINE_HISTORY_DAYS is 0.</p>
      </StatePanel>
    );
  }
  if (meta.observed_from === null) {
    return (
      <StatePanel icon={History} title="Nothing has been observed yet">
        <p>Changes appear here once Sightline has read the monitors twice.</p>
      </StatePanel>
    );
  }
  const range = rangeName(url.days, meta.kept_days);
  if (url.isFiltered) {
    return (
      <StatePanel
        icon={SearchX}
        title="No matching changes"
        actions={<Button onClick={clear}>Clear all filters</Button>}
      >
        <p>{`No change of the last ${range} matches these filters.`}</p>
        {url.filters.q === undefined ? null : <MeantMonitors urlState={urlState} q={url.filters.q} />}
      </StatePanel>
    );
  }
  return (
    <StatePanel icon={History} title={`No changes in the last ${range}`}>
      <p>{`No outages${url.showsEdits ? ', maintenance or edits' : ' or maintenance'} were seen.`}</p>
    </StatePanel>
  );
}

/** The monitors that a search without changes may mean, if it finds no monitor: those that the list suggests. */
function MeantMonitors({ urlState, q }: { urlState: ChangesUrlState; q: string }) {
  const { type, region } = urlState.url.filters;
  const query = { q, type: [...type], region: [...region], page: 1, per_page: 1, facets: false };
  const list = useQuery({ ...monitorListQuery(query, useRequestContext()), ...readOnce }).data?.body;
  return (
    <MonitorSuggestions
      found={list?.did_you_mean}
      onSearch={(name, isWithinFilters) =>
        urlState.write({ q: [name], monitor: null, ...(isWithinFilters ? {} : { type: null, region: null }) })
      }
    />
  );
}

/**
 * What follows the last change: a button for older ones, or how far back they go.
 *
 * @param props.since the beginning of the time range, epoch milliseconds, like `now`
 * @param props.hasOlderUnread whether changes before the time range may be unread
 * @param props.onOlder null: there are no older changes
 */
export function FeedEnd(props: {
  meta: HistoryMeta;
  since: number;
  now: number;
  hasOlderUnread: boolean;
  onOlder: (() => void) | null;
  isLoading: boolean;
}) {
  const { meta, since, now, hasOlderUnread, onOlder, isLoading } = props;
  const zone = useTimeZone();
  if (onOlder !== null) {
    return (
      <div className="flex justify-center py-4">
        <Button onClick={isLoading ? undefined : onOlder} aria-disabled={isLoading}>
          {isLoading ? 'Loading…' : 'Show older changes'}
        </Button>
      </div>
    );
  }
  const message = endMessage(meta, since, now, hasOlderUnread, zone);
  return message === null ? null : <p className="py-4 text-center text-ink-3 text-xs">{message}</p>;
}

/** How far back the feed goes; null before the first crawl. Times are epoch milliseconds. */
export function endMessage(
  { observed_from, kept_days }: Pick<HistoryMeta, 'observed_from' | 'kept_days'>,
  since: number,
  now: number,
  hasOlderUnread: boolean,
  timeZone: TimeZone,
): string | null {
  if (observed_from === null) return null;
  const from = Date.parse(observed_from);
  // Sightline may have watched for longer: old observations are deleted.
  if (from > since) return `Observations go back to ${timeLabel(from, now, timeZone)}.`;
  if (hasOlderUnread) return 'There may be older unread changes before this time range.';
  const days = kept_days === 1 ? '1 day' : `${kept_days} days`;
  return `That is all of this time range. Sightline remembers ${days}.`;
}

/** Says that what is observed cannot be saved; nothing when it can. @param props.since since when, ISO 8601 */
export function NotSavedNotice({ since }: { since: string | null }) {
  if (since === null) return null;
  return (
    <Notice tone="warning" icon={HardDrive}>
      <b className="font-semibold">Changes are not being saved.</b> Nothing has been saved for{' '}
      <Age iso={since} />.{' '}
      <Link href="/usage" className="underline underline-offset-2">
        See why
      </Link>
    </Notice>
  );
}
