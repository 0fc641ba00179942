import 'server-only';
import type { ChangeKind } from '@/lib/contract/conditions';
import {
  WALL_CHANGES_MAX,
  WALL_TILES_MAX,
  type Wall,
  type WallGroup,
  wallMonitorSchema,
} from '@/lib/contract/wall';
import { notWell } from '../../contract/conditions.ts';
import { type InventoryQuery, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import type { Clock } from '../clock.ts';
import { isFailure } from '../errors.ts';
import type { History } from '../history/history.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { countConditions } from '../inventory/query/facets.ts';
import { groupingOf, summarizeGroup } from '../inventory/query/groups.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import { allGroups, allMatches, type RuleMonitors } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { StorageError } from '../storage/storage-error.ts';
import { consistentRead, matching, uuidsOfView } from './cached-view.ts';
import { changeOf } from './changes.ts';
import { listMeta } from './failures.ts';
import type { EtaggedBody } from './http.ts';
import type { ReviewService } from './review.ts';

const wallKinds: ReadonlySet<ChangeKind> = new Set([
  'down',
  'recovered',
  'overdue',
  'status_unknown',
  'reporting_again',
  'maintenance_on',
  'maintenance_off',
]);
/** Number of the last changes that are searched for those of a view. */
const SEARCHED_CHANGES = 200;

/** Serves everything that a wall shows of a view in one response. Sends no upstream request. */
export function createWall(parts: {
  inventory: Inventory;
  review: Pick<ReviewService, 'namedBy'>;
  history: Pick<History, 'changes' | 'version'>;
  refresher: { state(): Pick<ReturnType<Refresher['state']>, 'checkS'> };
  clock: Clock;
  demo: boolean;
}) {
  const { inventory, history, refresher, demo } = parts;
  const respond = consistentRead<Wall>({
    version: () => `${inventory.shown().version} ${history.version()}`,
  });

  /**
   * Returns the last change of each monitor of a view, whatever its condition is now: a monitor that has recovered still belongs
   * to a view of what is down. None while the history cannot be read, because the rest of the wall does not need it.
   */
  async function lastChanges(
    query: InventoryQuery,
    index: InventoryIndex,
    ruleMonitors: RuleMonitors,
  ): Promise<Wall['data']['changes']> {
    const uuids = uuidsOfView(index, query, ruleMonitors);
    try {
      const { changes } = await history.changes({ kinds: wallKinds, limit: SEARCHED_CHANGES });
      const newest = new Map<string, (typeof changes)[number]>();
      for (const change of changes) {
        const uuid = change.monitor.monitor_uuid.toLowerCase();
        // Otherwise a flapping monitor fills the space.
        if (uuids.has(uuid) && !newest.has(uuid)) newest.set(uuid, change);
      }
      return [...newest.values()].slice(0, WALL_CHANGES_MAX).map(changeOf);
    } catch (error) {
      if (!isFailure(error) && !(error instanceof StorageError)) throw error;
      return [];
    }
  }

  return {
    /** @throws FailureError before the first crawl, and `invalid_parameter` for an unknown type or rule, or a wrong search */
    async getWall(query: InventoryQuery): Promise<EtaggedBody<Wall>> {
      const { sort: _sort, order: _order, ...filters } = query;
      const viewText = serializeInventoryQuery(filters);
      return respond(viewText, async () => {
        const { shown, index, ruleMonitors } = await matching(parts, query);
        return {
          data: {
            ...summarize(allMatches(index, query, ruleMonitors)),
            groups: groupsOf(index, query, ruleMonitors),
            changes: await lastChanges(query, index, ruleMonitors),
          },
          meta: {
            ...listMeta(shown),
            view: viewText,
            refresh_at: new Date(shown.refreshAt).toISOString(),
            // Not `actualS`, which is a day while the quota is used up.
            interval_s: refresher.state().checkS,
            demo,
          },
        };
      });
    },
  };
}

/** Returns the groups of a view, the worst first; null when it is not grouped. */
function groupsOf(
  index: InventoryIndex,
  query: InventoryQuery,
  ruleMonitors: RuleMonitors,
): WallGroup[] | null {
  const grouping = groupingOf(query);
  const groups = allGroups(index, query, ruleMonitors);
  if (grouping === null || groups === null) return null;
  return groups.slice(0, WALL_TILES_MAX).map((group) => summarizeGroup(group, grouping));
}

/** @param monitors in the order of `attention` */
function summarize(monitors: readonly InventoryMonitor[]): Omit<Wall['data'], 'groups' | 'changes'> {
  const bad = monitors.filter(({ condition }) => notWell.includes(condition));
  // Planned work must not move an outage to the next page.
  const inOrder = bad.toSorted((a, b) => Number(isInMaintenance(a)) - Number(isInMaintenance(b)));
  return {
    counts: countConditions(monitors),
    total: monitors.length,
    not_well: bad.length,
    monitors: inOrder.slice(0, WALL_TILES_MAX).map((monitor) => wallMonitorSchema.parse(monitor)),
  };
}

const isInMaintenance = ({ maintenance_mode }: InventoryMonitor) => maintenance_mode === true;
