import { timeLabel } from '@/components/time-chart/time-labels';
import type { HistoryMeta } from '@/lib/contract/changes';
import { formatAge } from '@/lib/text/format';

/** How long Sightline remembers: "Sightline remembers 30 days." */
export function rememberedMessage({ kept_days }: Pick<HistoryMeta, 'kept_days'>): string {
  return `Sightline remembers ${kept_days === 1 ? '1 day' : `${kept_days} days`}.`;
}

/** For how long Sightline has been watching: "Sightline has been watching for 4 min." @param watched milliseconds */
export function watchingMessage(watched: number): string {
  return `Sightline has been watching for ${watched < 60_000 ? 'less than a minute' : formatAge(watched / 1000)}.`;
}

/**
 * How far back the observations go: "Observations go back to 12 Nov, 16:00." Not since when Sightline has been watching:
 * older observations may have been forgotten, because of their age or of the maximum size.
 *
 * @param from the beginning of what is remembered, epoch milliseconds, like `now`
 * @param timeZone the result of `useTimeZone`
 */
export function oldestObservationMessage(from: number, now: number, timeZone: string | undefined): string {
  return `Observations go back to ${timeLabel(from, now, timeZone)}.`;
}
