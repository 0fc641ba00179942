import { changeMessage, timeOn } from '@/components/changes/change-messages';
import { filterMessages } from '@/components/monitor-list/facets';
import { isolated } from '@/components/ui/isolated';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { type Figures, type Report, type ReportedOutage, rangeOfMonth } from '@/lib/contract/report';
import { formatDuration, formatInstant, formatInteger, formatShare } from '@/lib/text/format';
import { formatAvailability, isMostlyUnobserved } from '@/lib/text/format-availability';

type Bounds = Figures['downtime_s'];

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
  return seconds < 10 * HOUR_S ? MINUTE_S : HOUR_S;
}

/** A duration that is not divided between two lines, in days rather than months: a month is what the report is about. */
function unbroken(seconds: number): string {
  const [days, hours] = [Math.floor(seconds / DAY_S), Math.floor((seconds % DAY_S) / HOUR_S)];
  const inDays = `${formatInteger(days)} d${hours === 0 ? '' : ` ${hours} h`}`;
  return (days < 10 ? formatDuration(seconds) : inDays).replaceAll(' ', NO_BREAK_SPACE);
}

/**
 * Seconds as "1 min – 1 min 12 s", "up to 30 min", or as one duration where both are nearly the same. Two are rounded so that
 * they move apart, as exactly as the longer one.
 */
export function durationMessage({ least, most }: Bounds): string {
  const step = stepOf(most);
  // A difference of less than a tenth of the last unit is not worth two durations. As on other pages, one is rounded down.
  if (most - least < step / 10) return unbroken(Math.floor(most / step) * step);
  const [from, to] = [Math.floor(least / step) * step, Math.ceil(most / step) * step];
  return from === 0 ? `up to ${unbroken(to)}` : `${unbroken(from)} – ${unbroken(to)}`;
}

/** "3", or "0–1". */
export function countMessage({ least, most }: Bounds): string {
  return least === most ? formatInteger(least) : `${formatInteger(least)}–${formatInteger(most)}`;
}

export interface FigureColumn {
  name: string;
  show: (figures: Figures) => string;
}

const isNotObserved = ({ availability }: Figures) => availability.observed_s === 0;

export const figureColumns: readonly FigureColumn[] = [
  {
    name: 'Availability',
    show: ({ availability }) => formatAvailability(availability).replaceAll(' ', NO_BREAK_SPACE),
  },
  { name: 'Observed', show: ({ availability }) => observedShare(availability) },
  { name: 'Outages', show: (figures) => (isNotObserved(figures) ? '–' : countMessage(figures.outages)) },
  {
    name: 'Downtime',
    show: (figures) => (isNotObserved(figures) ? '–' : durationMessage(figures.downtime_s)),
  },
  {
    name: 'Longest outage',
    show: ({ longest_s }) => (longest_s.most === 0 ? '–' : durationMessage(longest_s)),
  },
  {
    name: 'Mean time to recovery',
    show: ({ mean_time_to_recovery_s: mean }) => (mean ? durationMessage(mean) : '–'),
  },
];

/** How much of a month was observed: "71 %". */
const observedShare = ({ observed_share }: Figures['availability']) => formatShare(observed_share, 1);

/** What the figures of all monitors together are worth; null: they were observed for most of the month. @param isOver whether the month is over */
export function observedNote({ availability }: Figures, isOver: boolean): string | null {
  if (!isMostlyUnobserved(availability)) return null;
  const much = `Only ${observedShare(availability)} of the month${isOver ? '' : ' so far'} was observed`;
  return availability.least === null
    ? `${much}. That is too little for a figure.`
    : `${much}. The figures say nothing of the rest.`;
}

/** "2026-11-26 17:20" */
export const minuteOf = (iso: string) => formatInstant(Date.parse(iso), 'UTC').slice(0, 16);

/**
 * When an outage began and ended, as on the page of the monitor: "Down 12 Oct, 03:00–03:02".
 *
 * @param month "2026-10"
 * @param isOver whether the month is over
 */
function outageMessage({ began, ended }: ReportedOutage, month: string, isOver: boolean): string {
  // No outage of the month begins on this day, so that each has its date.
  const after = rangeOfMonth(month).until;
  if (began !== null && (ended !== null || !isOver))
    return changeMessage({ ...began, kind: 'down', pair: ended, lasted: null }, after, 'UTC');
  const begin =
    began === null ? 'before the month or the first reading' : timeOn(Date.parse(began.to), after, 'UTC');
  if (ended !== null) return `Down from ${begin} until ${timeOn(Date.parse(ended.to), after, 'UTC')}`;
  return `Down from ${begin}, ${isOver ? 'not seen to end in the month' : 'not ended yet'}`;
}

/** The columns of the outages. @param isOver whether the month is over */
export const outageColumns = (month: string, isOver: boolean) => [
  { name: 'Outage', show: (outage: ReportedOutage) => outageMessage(outage, month, isOver) },
  {
    name: 'Observed within the month',
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

/** Since when is remembered what was observed, if that is later than the month began; else null. */
export function rememberedMessage({ observed_from, since }: Pick<Report['meta'], 'observed_from' | 'since'>) {
  if (observed_from === null || observed_from <= since) return null;
  return `What was observed is remembered since ${minuteOf(observed_from)}.`;
}
