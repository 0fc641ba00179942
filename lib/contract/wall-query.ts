import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { type InventoryQuery, monitorFiltersSchema, readInventoryQuery } from './inventory-query.ts';
import { MAX_VIEW_NAME } from './limits.ts';
import type { ParameterProblem } from './query-parameters.ts';

/** The filters and the grouping of the list. The order is always the same. */
const wallFiltersSchema = z.omit(monitorFiltersSchema, { sort: true, order: true });

/** The name of a view of the team, in place of filters. */
const viewName = z.exactOptional(
  documented(
    z.string('must be a name').check(z.minLength(1), z.maxLength(MAX_VIEW_NAME)),
    'The name of a view of GET /api/views, in place of all other parameters.',
    'Production',
  ),
);

/** The query of `GET /api/wall`. */
export const wallQuerySchema = z.extend(wallFiltersSchema, { view: viewName });

/** Parses the filters of a wall. Returns the valid parameters and each invalid one. */
export function readWallQuery(search: URLSearchParams): {
  query: InventoryQuery;
  problems: ParameterProblem[];
} {
  const { query, problems } = readInventoryQuery(search, wallFiltersSchema);
  return { query: { ...query, sort: 'attention', order: 'asc' }, problems };
}
