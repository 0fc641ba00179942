import 'server-only';
import type { Condition } from '@/lib/contract/monitor';
import type { MonitorGroup, MonitorGroups } from '@/lib/contract/responses';
import type { InventoryQuery } from '../../contract/inventory-query.ts';
import { summarizeGroup } from '../inventory/query/groups.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import type { QueryResult } from '../inventory/query/query.ts';

/** Maximum number of monitors that the response has of a group. */
const MEMBERS_MAX = 5;

const needAttention: ReadonlySet<Condition> = new Set(['down', 'overdue', 'unknown']);

/** Builds the groups of a response. Those that need attention contain their first monitors, as long as there is room. */
export function groupsResponse(
  { grouping, groups, monitors }: NonNullable<QueryResult['grouped']>,
  { group, per_page }: InventoryQuery,
  index: InventoryIndex,
): MonitorGroups {
  let room = per_page;
  const named = grouping.by === 'name' ? grouping : null;
  return {
    groups: groups.map((one): MonitorGroup => {
      const summary = summarizeGroup(one, grouping);
      const shown = needAttention.has(summary.condition) ? Math.min(MEMBERS_MAX, room) : 0;
      room -= Math.min(shown, one.rows.length);
      return { ...summary, monitors: one.rows.slice(0, shown).map(({ monitor }) => monitor) };
    }),
    monitors,
    name_separator: named?.separator ?? null,
    name_part: named?.part ?? null,
    suggestions:
      group === 'name'
        ? index.nameParts().map(({ separator, part, ...rest }) => ({
            name_separator: separator,
            name_part: part,
            ...rest,
          }))
        : [],
  };
}
