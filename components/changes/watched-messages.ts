import { timeLabel } from '@/components/time-chart/time-labels';
import type { HistoryMeta } from '@/lib/contract/changes';
import { DAY_MS } from '@/lib/contract/history-days';
import { formatAge } from '@/lib/format';

/**
 * By how much what is remembered can begin later than `kept_days` ago, milliseconds: what is too old is forgotten once an
 * hour, and the first reading after that may be half an hour later.
 */
const SLACK_MS = 90 * 60_000;

/** How long Sightline remembers: "Sightline remembers 30 days." */
export function rememberedMessage({ kept_days }: Pick<HistoryMeta, 'kept_days'>): string {
  return `Sightline remembers ${kept_days === 1 ? '1 day' : `${kept_days} days`}.`;
}

/**
 * Since when Sightline has been watching; how long it remembers, if older observations may have been forgotten.
 *
 * @param from the beginning of what is remembered, epoch milliseconds, like `now`
 * @param timeZone the result of `useTimeZone`
 */
export function watchedSinceMessage(
  meta: HistoryMeta,
  from: number,
  now: number,
  timeZone: string | undefined,
): string {
  if (mayHaveForgotten(meta, from, now)) return rememberedMessage(meta);
  return `Sightline has been watching since ${timeLabel(from, now, timeZone)}.`;
}

/** For how long Sightline has been watching, otherwise like `watchedSinceMessage`. */
export function watchedForMessage(meta: HistoryMeta, from: number, now: number): string {
  if (mayHaveForgotten(meta, from, now)) return rememberedMessage(meta);
  return `Sightline has been watching for ${formatAge((now - from) / 1000)}.`;
}

function mayHaveForgotten({ kept_days }: HistoryMeta, from: number, now: number): boolean {
  return from <= now - kept_days * DAY_MS + SLACK_MS;
}
