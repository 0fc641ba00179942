import type { Route } from 'next';
import type { SortOrder } from '@/lib/contract/list-layout';
import type { Figures, ReportedOutage } from '@/lib/contract/report';
import { formatDurationRange } from '@/lib/text/format';
import { formatAvailability } from '@/lib/text/format-availability';
import { countMessage, observedShare } from './report-messages';

/** A column of a table. `order` is the first one when it sorts. Rows without a value to sort by are last. */
interface Column<Row> {
  id: string;
  name: string;
  order: SortOrder;
  sortBy: (row: Row) => number | string | null;
}

/** A column after the name of the monitor. */
export interface TextColumn<Row> extends Column<Row> {
  show: (row: Row) => string;
}

const isNotObserved = ({ availability }: Figures) => availability.observed_s === 0;

/** A column that has the worst first. A monitor that was not observed has no figure to sort by. */
const figure = (
  id: string,
  name: string,
  order: SortOrder,
  parts: Pick<TextColumn<Figures>, 'show' | 'sortBy'>,
) => ({
  id,
  name,
  order,
  show: parts.show,
  sortBy: (figures: Figures) => (isNotObserved(figures) ? null : parts.sortBy(figures)),
});

export const figureColumns: readonly TextColumn<Figures>[] = [
  figure('availability', 'Availability', 'asc', {
    show: ({ availability }) => formatAvailability(availability),
    sortBy: ({ availability }) => availability.least,
  }),
  figure('observed', 'Observed', 'asc', {
    show: ({ availability }) => observedShare(availability),
    sortBy: ({ availability }) => availability.observed_share,
  }),
  figure('outages', 'Outages', 'desc', {
    show: (figures) => (isNotObserved(figures) ? '–' : countMessage(figures.outages)),
    sortBy: ({ outages }) => outages.least,
  }),
  figure('downtime', 'Downtime', 'desc', {
    show: (figures) => (isNotObserved(figures) ? '–' : formatDurationRange(figures.downtime_s)),
    sortBy: ({ downtime_s }) => downtime_s.least,
  }),
  figure('longest', 'Longest in the month', 'desc', {
    show: ({ longest_s }) => (longest_s.most === 0 ? '–' : formatDurationRange(longest_s)),
    sortBy: ({ longest_s }) => longest_s.least,
  }),
  figure('recovery', 'Mean time to recovery', 'desc', {
    show: ({ mean_time_to_recovery_s: mean }) => (mean ? formatDurationRange(mean) : '–'),
    sortBy: ({ mean_time_to_recovery_s: mean }) => mean?.least ?? null,
  }),
];

/** An outage with the texts of its times and its length. */
export interface OutageRow extends ReportedOutage {
  times: string;
  lasted: string;
}

export const outageColumns: readonly TextColumn<OutageRow>[] = [
  {
    id: 'began',
    name: 'Outage',
    order: 'asc',
    show: ({ times }) => times,
    // One from before the month is first.
    sortBy: ({ began }) => (began === null ? 0 : Date.parse(began.to)),
  },
  {
    id: 'lasted',
    name: 'Lasted',
    order: 'desc',
    show: ({ lasted }) => lasted,
    // In minutes, as the API sorts them: its order remains among equal ones.
    sortBy: ({ lasted_s }) => Math.floor(lasted_s.least / 60),
  },
];

/** The first column of both tables. */
export const nameColumn: Column<{ name: string }> = {
  id: 'name',
  name: 'Monitor',
  order: 'asc',
  sortBy: ({ name }) => name,
};

/** `by`: the id of a column. */
export interface Sort {
  by: string;
  order: SortOrder;
}

/** The default of each table, and what its parameters in the URL begin with. */
const tables = {
  monitors: { columns: [nameColumn, ...figureColumns], first: 'availability', prefix: '' },
  outages: { columns: [nameColumn, ...outageColumns], first: 'lasted', prefix: 'outage_' },
} as const;
type Table = keyof typeof tables;

/** How a viewer shows a report. */
export interface ReportLayout extends Record<Table, Sort> {
  /** A title of the viewer's own; empty: none. */
  title: string;
}

/** Maximum number of characters of a title. */
export const TITLE_MAX = 100;

/** Parses the layout in the URL of the page. What it does not know is left out: a list that leads here has other sorts. */
export function layoutOf(given: URLSearchParams): ReportLayout {
  const sortOf = (table: Table): Sort => {
    const { columns, first, prefix } = tables[table];
    const idOf = (asked: string | null) => columns.find(({ id }) => id === asked);
    const column = idOf(given.get(`${prefix}sort`)) ?? idOf(first);
    const order = (['asc', 'desc'] as const).find((one) => one === given.get(`${prefix}order`));
    return { by: column?.id ?? first, order: order ?? column?.order ?? 'asc' };
  };
  const title = (given.get('title') ?? '').trim().slice(0, TITLE_MAX);
  return { title, monitors: sortOf('monitors'), outages: sortOf('outages') };
}

/** The URL of a report. @param search its query other than the month and the layout */
export function reportHref(search: string, month: string, layout: ReportLayout): Route {
  const own = new URLSearchParams(layout.title === '' ? {} : { title: layout.title });
  for (const table of ['monitors', 'outages'] as const) {
    const { columns, first, prefix } = tables[table];
    const { by, order } = layout[table];
    const isFirstOrder = columns.some((column) => column.id === by && column.order === order);
    if (by !== first || !isFirstOrder) own.set(`${prefix}sort`, by);
    if (!isFirstOrder) own.set(`${prefix}order`, order);
  }
  return `/report?${reportSearch(search, month)}${own.size === 0 ? '' : `&${own}`}` as Route;
}

/** The query of the report of a month. @param search the other parameters */
export function reportSearch(search: string, month: string): string {
  return `${search === '' ? '' : `${search}&`}month=${month}`;
}

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts the rows of a table, those without a value last. Equal ones stay in their order. */
export function sorted<Row extends { name: string }>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { by, order }: Sort,
): Row[] {
  const sortBy = [nameColumn, ...columns].find(({ id }) => id === by)?.sortBy ?? nameColumn.sortBy;
  const direction = order === 'asc' ? 1 : -1;
  return rows.toSorted((first, second) => {
    const [a, b] = [sortBy(first), sortBy(second)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(`${a}`, `${b}`));
  });
}
