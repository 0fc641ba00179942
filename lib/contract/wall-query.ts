import * as z from 'zod/mini';
import { type InventoryQuery, monitorFiltersSchema, readInventoryQuery } from './inventory-query.ts';
import type { ParameterProblem } from './query-parameters.ts';

/** The query of `GET /api/wall`: the filters and the grouping of the list. The order is always the same. */
export const wallQuerySchema = z.omit(monitorFiltersSchema, { sort: true, order: true });

/** Parses the query of a wall. Returns the valid parameters and each invalid one. */
export function readWallQuery(search: URLSearchParams): {
  query: InventoryQuery;
  problems: ParameterProblem[];
} {
  const { query, problems } = readInventoryQuery(search, wallQuerySchema);
  return { query: { ...query, sort: 'attention', order: 'asc' }, problems };
}
