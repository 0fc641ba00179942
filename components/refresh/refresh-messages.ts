import { errorTitle } from '@/components/errors/explain-error';
import { isOldData, UNWATCHED_REFRESH_S } from '@/lib/contract/limits';
import type { Degraded, MonitorList } from '@/lib/contract/responses';
import type { Usage } from '@/lib/contract/usage';
import { formatAge, formatDuration } from '@/lib/text/format';

/** What is known about the refreshing of the list that is shown. `usage` is undefined before its first response. */
export interface RefreshFacts {
  meta: Pick<MonitorList['meta'], 'as_of' | 'refresh_at' | 'degraded' | 'reading'>;
  usage: Pick<Usage['data'], 'refresh' | 'daily' | 'monthly'> | undefined;
  isPaused: boolean;
}

/** Whether the list is older than twice its interval. @param now the server's time, epoch milliseconds */
export function isListOld({ meta, usage }: RefreshFacts, now: number): boolean {
  const { wanted_s, actual_s } = usage?.refresh ?? { wanted_s: null, actual_s: UNWATCHED_REFRESH_S };
  const intervalS = meta.degraded === null ? actual_s : (wanted_s ?? actual_s);
  // Longer intervals are those of a pause or of a used-up quota.
  return isOldData(now - Date.parse(meta.as_of), Math.min(intervalS, UNWATCHED_REFRESH_S));
}

/** What replaces "as of" on the button; null: nothing. */
export function refreshWord({ meta, isPaused }: RefreshFacts): 'reading' | 'paused' | null {
  // Without the database or a leader, the last published reading may have been cut off.
  const isCutOff = meta.degraded?.code === 'storage_unreachable' || meta.degraded?.code === 'no_leader';
  if (meta.reading && !isCutOff) return 'reading';
  return isPaused ? 'paused' : null;
}

/** How often the list is read, beside its age; null while it is not. */
export function shownInterval({ meta, usage, isPaused }: RefreshFacts): string | null {
  const isRead = usage && usage.refresh.wanted_s !== null && !isPaused && meta.degraded === null;
  return isRead ? `every ${formatDuration(usage.refresh.actual_s)}` : null;
}

/**
 * When the list is read next, and why not sooner.
 *
 * @param now the server's time, epoch milliseconds
 */
export function nextReadingMessage(facts: RefreshFacts, now: number): string {
  const { meta, usage, isPaused } = facts;
  const until = (iso: string) => formatDuration(Math.max(1, Math.ceil((Date.parse(iso) - now) / 1000)));
  if (refreshWord(facts) === 'reading' && meta.reading) {
    const since = `Reading now, for ${formatAge((now - Date.parse(meta.reading.started_at)) / 1000)}.`;
    const wasOld = meta.degraded === null && isListOld(facts, Date.parse(meta.reading.started_at));
    return wasOld ? `${since} The list is read rarely while nobody looks.` : since;
  }
  if (isPaused) return 'Paused: nothing is read for this page.';
  if (meta.degraded !== null) return stoppedMessage(meta.degraded, usage, until);
  const due =
    Date.parse(meta.refresh_at) > now ? `Next reading in ${until(meta.refresh_at)}` : 'Next reading due';
  return usage ? `${due}: ${intervalMessage(usage)}.` : `${due}.`;
}

/** Why nothing is read, and when the next attempt is, without an interval. */
function stoppedMessage(
  degraded: Degraded,
  usage: RefreshFacts['usage'],
  until: (iso: string) => string,
): string {
  const { code, message, retry_at } = degraded;
  const title = errorTitle({ ...degraded, error: message });
  switch (code) {
    case 'api_key_rejected':
      return `${title}: needs a new key.`;
    case 'daily_quota_exhausted':
    case 'monthly_quota_exhausted': {
      const quota = code === 'daily_quota_exhausted' ? 'daily' : 'monthly';
      const at = usage && configuredReset(usage, quota);
      return `${title}: nothing is read until it resets${at ? ` ${at}` : ''}.`;
    }
    default:
      return retry_at === null ? `${title}.` : `${title}. Next attempt in ${until(retry_at)}.`;
  }
}

/** How often the list is read, and why not more often: "every 5 min instead of 15 s, so that today’s requests last". */
function intervalMessage(usage: NonNullable<RefreshFacts['usage']>): string {
  const { wanted_s, actual_s } = usage.refresh;
  const every = `every ${formatDuration(actual_s)}`;
  if (wanted_s === null) return `${every} while nobody looks`;
  const why = slowReason(usage);
  return why === null ? every : `${every} instead of ${formatDuration(wanted_s)}, ${why}`;
}

/** Why the list is read less often than the operator wants; null: it is not. */
export function slowReason({ refresh, daily }: Pick<Usage['data'], 'refresh' | 'daily'>): string | null {
  const { wanted_s, actual_s, limited_by } = refresh;
  if (wanted_s === null || actual_s <= wanted_s) return null;
  if (limited_by === 'minute') return 'to stay within the rate limit';
  if (limited_by !== null)
    return `so that ${limited_by === 'daily' ? 'today’s' : 'this month’s'} requests last`;
  return daily.limit === null
    ? 'because the API reports no daily quota'
    : 'because the last reading took extra requests';
}

/** The time at which a quota resets as the operator configured it: "at 00:00 (Europe/Berlin)"; null without. */
export function configuredReset(data: Pick<Usage['data'], 'daily' | 'monthly'>, quota: 'daily' | 'monthly') {
  const local = data[quota].resets_at_local;
  if (local === null) return null;
  const [date, time, zone] = local.split(' ');
  return `${quota === 'monthly' ? `on ${date} ` : ''}at ${time} (${zone})`;
}
