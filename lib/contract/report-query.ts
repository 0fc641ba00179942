import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { type InventoryQuery, readInventoryQuery } from './inventory-query.ts';
import type { ParameterProblem } from './query-parameters.ts';
import { wallQuerySchema } from './wall-query.ts';

const rule = 'must be a month such as 2026-10, not later than the present one';

/** A month of UTC, "2026-10". Earlier years cannot have been observed. */
const monthSchema = z.string(rule).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, rule));

/** Returns the range of a month of UTC, epoch ms. `until` is exclusive. */
export function rangeOfMonth(month: string): { since: number; until: number } {
  return {
    since: Date.parse(`${month}-01T00:00:00Z`),
    until: Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`),
  };
}

/** Returns the month some months later; earlier if negative. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + months));
}

/** Returns the month of UTC that contains an instant, epoch ms. */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** The query of `GET /api/report`: the filters of the list, and the month. */
export const reportQuerySchema = z.extend(wallQuerySchema, {
  month: documented(
    z.exactOptional(monthSchema),
    'A month of UTC, up to the present one. Without it the newest one with data.',
    '2026-10',
  ),
  view: documented(
    z.clone(wallQuerySchema.shape.view),
    'The name of a view of GET /api/views, in place of the other filters.',
    'Production',
  ),
});

/** The parameters that a request can have beside a view of the team. */
export const besideView: readonly string[] = ['month', 'format', 'spreadsheet', 'separator', 'title'];

/** The query of a report. */
export interface ReportQuery {
  filters: InventoryQuery;
  month: string | undefined;
}

/** Parses the filters and the month of a report. Returns the valid parameters and each invalid one. */
export function readReportQuery(search: URLSearchParams): {
  query: ReportQuery;
  problems: ParameterProblem[];
} {
  const { query, problems } = readInventoryQuery(search, reportQuerySchema);
  const month = monthSchema.safeParse(search.get('month')).data;
  return { query: { filters: { ...query, sort: 'name', order: 'asc' }, month }, problems };
}
