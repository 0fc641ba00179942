import { filterMessages } from '@/components/monitor-list/active-filters';
import { isolated } from '@/components/ui/isolated';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import type { Figures, Report, ReportedOutage } from '@/lib/contract/report';
import { formatDuration, formatInstant, formatInteger, formatShare } from '@/lib/text/format';
import { formatAvailability } from '@/lib/text/format-availability';

type Bounds = Figures['downtime_s'];

const NOT_KNOWN = 'Not known';
const NO_BREAK_SPACE = '\u00a0';
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "2026-10" → "October 2026" */
export function monthLabel(month: string): string {
  return monthName.format(Date.parse(`${month}-01T00:00:00Z`));
}

/** How exactly a duration is said, seconds. */
function stepOf(seconds: number): number {
  if (seconds < 10 * MINUTE_S) return 1;
  if (seconds < 10 * HOUR_S) return MINUTE_S;
  return seconds < 10 * DAY_S ? HOUR_S : DAY_S;
}

/** A duration that is not divided between two lines, in days rather than months: a month is what the report is about. */
function unbroken(seconds: number): string {
  const text =
    seconds < 10 * DAY_S ? formatDuration(seconds) : `${formatInteger(Math.round(seconds / DAY_S))} d`;
  return text.replaceAll(' ', NO_BREAK_SPACE);
}

/** Seconds as "1 min – 1 min 12 s", or as one duration where both are the same. They are rounded so that they move apart. */
export function durationMessage({ least, most }: Bounds): string {
  if (least === most) return unbroken(least);
  const from = Math.floor(least / stepOf(least)) * stepOf(least);
  const to = Math.ceil(most / stepOf(most)) * stepOf(most);
  return `${unbroken(from)} – ${unbroken(to)}`;
}

/** "3", "0–1", or "3 or more" where any number can be hidden. */
export function countMessage({ least, most }: Figures['outages']): string {
  const from = formatInteger(least);
  if (most === null) return `${from} or more`;
  return least === most ? from : `${from}–${formatInteger(most)}`;
}

/** A duration, unless no time of the month is known. */
function knownDuration(bounds: Bounds, { unknown_share }: Figures): string {
  return unknown_share === 1 ? NOT_KNOWN : durationMessage(bounds);
}

/** Null means that nothing counted, or that nothing is known. */
function availabilityMessage({ availability, unknown_share }: Figures): string {
  if (availability) return formatAvailability(availability).replaceAll(' ', NO_BREAK_SPACE);
  return unknown_share === 0 ? '—' : NOT_KNOWN;
}

export const figureColumns: readonly { name: string; show: (figures: Figures) => string }[] = [
  { name: 'Availability', show: availabilityMessage },
  { name: 'Outages', show: ({ outages }) => countMessage(outages) },
  { name: 'Downtime', show: (figures) => knownDuration(figures.downtime_s, figures) },
  { name: 'Longest outage', show: (figures) => knownDuration(figures.longest_s, figures) },
  {
    name: 'Mean time to recovery',
    show: ({ mean_time_to_recovery_s: mean }) => (mean ? durationMessage(mean) : '—'),
  },
  { name: 'Time not known', show: ({ unknown_share }) => formatShare(unknown_share, 1) },
];

/** "2026-11-26 17:20" */
export const minuteOf = (iso: string) => formatInstant(Date.parse(iso), 'UTC').slice(0, 16);

/** Between which minutes something happened: "2026-10-12 03:00", "2026-10-12 03:00–03:02". */
export function intervalMessage({ from, to }: NonNullable<ReportedOutage['began']>): string {
  const [first, last] = [minuteOf(from), minuteOf(to)];
  if (first === last) return first;
  return first.slice(0, 10) === last.slice(0, 10) ? `${first}–${last.slice(11)}` : `${first} – ${last}`;
}

/** The columns of the outages. @param isOver whether the month is over */
export const outageColumns = (isOver: boolean) => [
  {
    name: 'Began',
    show: ({ began }: ReportedOutage) => (began === null ? 'Before the month' : intervalMessage(began)),
  },
  {
    name: 'Ended',
    show: ({ ended }: ReportedOutage) =>
      ended === null ? `${isOver ? 'Later' : 'Not yet'}, or not known` : intervalMessage(ended),
  },
  {
    name: 'Lasted within the month',
    show: ({ lasted_s }: ReportedOutage) => durationMessage(lasted_s),
  },
];

/**
 * Which monitors the report is about: "Production: 12 monitors with Type: https, Region: fra1"
 *
 * @param name of the view of the team; null: none
 */
export function monitorsMessage(
  { view, monitors }: Pick<Report['meta'], 'view' | 'monitors'>,
  name: string | null,
): string {
  const filters = filterMessages(parseMonitorsUrl(new URLSearchParams(view)));
  const named = name === null ? '' : `${isolated(name)}: `;
  const count = `${formatInteger(monitors)} ${monitors === 1 ? 'monitor' : 'monitors'}`;
  if (filters.length === 0) return `${named}${name === null ? 'All' : 'all'} ${count}`;
  return `${named}${count} with ${filters.join('; ')}`;
}

/** The query of the report of a month. @param search the other parameters */
export function reportSearch(search: string, month: string): string {
  return `${search === '' ? '' : `${search}&`}month=${month}`;
}

/** Up to when the figures go: "so far, until 2026-11-26 17:20"; null: the month is over. @param end of the month, epoch ms */
export function untilMessage(until: string | null, end: number): string | null {
  return until === null || Date.parse(until) >= end ? null : `so far, until ${minuteOf(until)}`;
}

/** Why time is not known because it is not remembered; null: all of the month is. */
export function rememberedMessage(meta: Pick<Report['meta'], 'observed_from' | 'since' | 'kept_days'>) {
  const { observed_from, since, kept_days } = meta;
  if (observed_from === null || observed_from <= since) return null;
  return `What was observed is remembered since ${minuteOf(observed_from)}, and kept for ${formatInteger(kept_days)} ${kept_days === 1 ? 'day' : 'days'} (SIGHTLINE_HISTORY_DAYS).`;
}
