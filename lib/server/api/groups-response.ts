import 'server-only';
import type { MonitorGroup, MonitorGroups } from '@/lib/contract/responses';
import { notWell } from '../../contract/conditions.ts';
import type { InventoryQuery } from '../../contract/inventory-query.ts';
import { summarizeGroup } from '../inventory/query/groups.ts';
import type { QueryResult } from '../inventory/query/query.ts';

/** Maximum number of monitors of a group in the response. */
const MEMBERS_MAX = 5;

/** Builds the groups of a response. Groups that need attention contain their first monitors, until the page is full. */
export function groupsResponse(
  { grouping, groups, monitors }: NonNullable<QueryResult['grouped']>,
  { per_page }: InventoryQuery,
): MonitorGroups {
  let remaining = per_page;
  return {
    groups: groups.map((one): MonitorGroup => {
      const summary = summarizeGroup(one, grouping);
      const shown = notWell.includes(summary.condition) ? Math.min(MEMBERS_MAX, remaining) : 0;
      remaining -= Math.min(shown, one.rows.length);
      return { ...summary, monitors: one.rows.slice(0, shown).map(({ monitor }) => monitor) };
    }),
    monitors,
  };
}
