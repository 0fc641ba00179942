import type { Route } from 'next';
import { changeMessage, timeOn } from '@/components/changes/change-messages';
import { filterMessages } from '@/components/monitor-list/facets';
import { isolated } from '@/components/ui/isolated';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import type { SortOrder } from '@/lib/contract/list-layout';
import {
  type Figures,
  type Report,
  type ReportedMonitor,
  type ReportedOutage,
  rangeOfMonth,
} from '@/lib/contract/report';
import { formatDurationRange, formatInstant, formatInteger, formatShare } from '@/lib/text/format';
import { formatAvailability, isMostlyUnobserved } from '@/lib/text/format-availability';

type Bounds = Figures['downtime_s'];

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "2026-10" → "October 2026" */
export function monthLabel(month: string): string {
  return monthName.format(Date.parse(`${month}-01T00:00:00Z`));
}

/** "3", or "0–1". */
export function countMessage({ least, most }: Bounds): string {
  return least === most ? formatInteger(least) : `${formatInteger(least)}–${formatInteger(most)}`;
}

const isNotObserved = ({ availability }: Figures) => availability.observed_s === 0;

/** The figures, with the number that each is sorted by and the order that has the worst first. */
export const figureColumns = [
  {
    id: 'availability',
    name: 'Availability',
    order: 'asc',
    show: ({ availability }: Figures) => formatAvailability(availability),
    sortBy: ({ availability }: Figures) => availability.least,
  },
  {
    id: 'observed',
    name: 'Observed',
    order: 'asc',
    show: ({ availability }: Figures) => observedShare(availability),
    sortBy: ({ availability }: Figures) => availability.observed_share,
  },
  {
    id: 'outages',
    name: 'Outages',
    order: 'desc',
    show: (figures: Figures) => (isNotObserved(figures) ? '–' : countMessage(figures.outages)),
    sortBy: ({ outages }: Figures) => outages.least,
  },
  {
    id: 'downtime',
    name: 'Downtime',
    order: 'desc',
    show: (figures: Figures) => (isNotObserved(figures) ? '–' : formatDurationRange(figures.downtime_s)),
    sortBy: ({ downtime_s }: Figures) => downtime_s.least,
  },
  {
    id: 'longest',
    name: 'Longest outage',
    order: 'desc',
    show: ({ longest_s }: Figures) => (longest_s.most === 0 ? '–' : formatDurationRange(longest_s)),
    sortBy: ({ longest_s }: Figures) => longest_s.least,
  },
  {
    id: 'recovery',
    name: 'Mean time to recovery',
    order: 'desc',
    show: ({ mean_time_to_recovery_s: mean }: Figures) => (mean ? formatDurationRange(mean) : '–'),
    sortBy: ({ mean_time_to_recovery_s: mean }: Figures) => mean?.least ?? null,
  },
] as const;

const nameColumn = { id: 'name', name: 'Monitor', order: 'asc' } as const;
/** The headings of the table of monitors. Each one sorts it. */
export const monitorHeadings = [nameColumn, ...figureColumns];

/** How a viewer shows a report. `sort`: a heading. */
export interface ReportLayout {
  /** A title of the viewer's own; empty: none. */
  title: string;
  sort: (typeof monitorHeadings)[number]['id'];
  order: SortOrder;
}

/** Maximum number of characters of a title. */
export const TITLE_MAX = 100;

/** Parses the layout in the URL of the page. What it does not know is left out: a list that leads here has other sorts. */
export function layoutOf(given: URLSearchParams): ReportLayout {
  const column = monitorHeadings.find(({ id }) => id === given.get('sort')) ?? figureColumns[0];
  const order = (['asc', 'desc'] as const).find((one) => one === given.get('order')) ?? column.order;
  return { title: (given.get('title') ?? '').trim().slice(0, TITLE_MAX), sort: column.id, order };
}

/** The URL of a report. @param search its query other than the month and the layout */
export function reportHref(search: string, month: string, { title, sort, order }: ReportLayout): Route {
  const own = new URLSearchParams(title === '' ? {} : { title });
  const isDefault = monitorHeadings.some((column) => column.id === sort && column.order === order);
  if (sort !== figureColumns[0].id || !isDefault) own.set('sort', sort);
  if (!isDefault) own.set('order', order);
  return `/report?${reportSearch(search, month)}${own.size === 0 ? '' : `&${own}`}` as Route;
}

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts monitors, those without a figure last. @param monitors in the order of the API: the lowest availability first */
export function sortedMonitors(monitors: readonly ReportedMonitor[], { sort, order }: ReportLayout) {
  const direction = order === 'asc' ? 1 : -1;
  if (sort === 'name') return monitors.toSorted((a, b) => direction * compare(a.name, b.name));
  const { sortBy } = figureColumns.find(({ id }) => id === sort) ?? figureColumns[0];
  const rated = monitors.filter((monitor) => !isNotObserved(monitor) && sortBy(monitor) !== null);
  const others = monitors.filter((monitor) => !rated.includes(monitor));
  return [...rated.toSorted((a, b) => direction * ((sortBy(a) ?? 0) - (sortBy(b) ?? 0))), ...others];
}

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
    name: 'Lasted, as observed in the month',
    show: ({ lasted_s }: ReportedOutage) => formatDurationRange(lasted_s),
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
