import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { type InventoryQuery, readInventoryQuery } from './inventory-query.ts';
import type { ParameterProblem } from './query-parameters.ts';
import { monthSchema } from './report-month.ts';
import { wallQuerySchema } from './wall-query.ts';

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
