import 'server-only';
import type { MonitorGroup, MonitorGroups, MonitorListBody } from '@/lib/contract/responses';
import { notWell } from '../../contract/conditions.ts';
import { type InventoryQuery, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import type { Clock } from '../clock.ts';
import type { History } from '../history/history.ts';
import type { Inventory, ShownInventory } from '../inventory/inventory.ts';
import { createDidYouMean } from '../inventory/query/did-you-mean.ts';
import { summarizeGroup } from '../inventory/query/groups.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import { type QueryResult, type RuleMonitors, runQuery } from '../inventory/query/query.ts';
import { consistentRead, matching } from './cached-view.ts';
import { exportMonitors, type MonitorExport } from './export-monitors.ts';
import { listMeta } from './failures.ts';
import type { EtaggedBody } from './http.ts';
import { createListHistory } from './list-history.ts';
import type { ReviewService } from './review.ts';

export function createMonitorList(parts: {
  inventory: Inventory;
  review: Pick<ReviewService, 'namedBy'>;
  history: Pick<History, 'pasts' | 'version' | 'last'>;
  clock: Clock;
}) {
  const { inventory, review, history, clock } = parts;
  const suggest = createDidYouMean();
  const past = createListHistory({ history, inventory, clock });
  const respond = consistentRead<MonitorListBody>({
    version: () => `${inventory.shown().version} ${past.version()}`,
  });
  return {
    /** Returns one page. @throws FailureError before the first crawl, and `invalid_parameter` for an unknown type or rule, or a wrong search */
    listMonitors: (query: InventoryQuery): Promise<EtaggedBody<MonitorListBody>> =>
      respond(serializeInventoryQuery(query), async () => {
        const { shown, index, ruleMonitors } = await matching(parts, query);
        const list = listResponse(query, shown, index, ruleMonitors);
        const didYouMean = list.pagination.total === 0 ? await suggest(index, query, ruleMonitors) : null;
        if (didYouMean !== null) list.did_you_mean = didYouMean;
        return query.history ? past.addTo(list) : list;
      }),
    async exportMonitors(request: MonitorExport) {
      const shown = inventory.shown();
      const ruleMonitors = shown.index && (await review.namedBy(request.query.rule, shown.index, shown));
      return exportMonitors(shown, request, clock, ruleMonitors);
    },
  };
}

/** Builds the response body of a list query from the shown inventory. Pure. */
export function listResponse(
  query: InventoryQuery,
  shown: ShownInventory,
  index: InventoryIndex,
  ruleMonitors: RuleMonitors = null,
): MonitorListBody {
  const { rows, total, grouped, groupings, facets, downSummary } = runQuery(index, query, ruleMonitors);
  const { page, per_page } = query;
  const { reading, lastCrawl, refreshAt } = shown;
  const meta = listMeta(shown);
  return {
    data: rows,
    grouped: grouped && groupsResponse(grouped, query),
    groupings,
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
    facets,
    down_summary: downSummary,
    meta: {
      ...meta,
      refresh_at: new Date(refreshAt).toISOString(),
      reading: reading && { started_at: new Date(reading.startedAt).toISOString() },
      last_reading: lastCrawl && {
        started_at: new Date(lastCrawl.startedAt).toISOString(),
        ended_at: new Date(lastCrawl.endedAt).toISOString(),
        requests: lastCrawl.requests,
      },
      inventory: {
        ...meta.inventory,
        counts: index.counts,
      },
      settings: { known: index.settingsKnown, monitors: index.rows.length },
    },
  };
}

/** Maximum number of monitors of a group in the response. */
const MEMBERS_MAX = 5;

/** Builds the groups of a response. Groups that need attention contain their first monitors, until the page is full. */
function groupsResponse(
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
