import 'server-only';
import type { ChangeKind } from '@/lib/contract/conditions';
import type { Condition } from '@/lib/contract/monitor';
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
import { countConditions } from '../inventory/query/count-conditions.ts';
import { groupingOf, summarizeGroup } from '../inventory/query/groups.ts';
import { buildIndex, type InventoryIndex } from '../inventory/query/inventory-index.ts';
import { allGroups, allMatches } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { StorageError } from '../storage/storage-error.ts';
import { consistentRead, matching, uuidsOfView } from './cached-view.ts';
import { changeOf } from './changes.ts';
import { listMeta } from './failures.ts';
import type { EtaggedBody } from './http.ts';
import type { ReviewService } from './review.ts';

/** The kinds of changes that a wall shows. */
const shownKinds: ReadonlySet<ChangeKind> = new Set([
  ...(['down', 'recovered', 'overdue', 'status_unknown', 'reporting_again'] as const),
  ...(['maintenance_on', 'maintenance_off'] as const),
]);
/** The condition that a change begins or ends. */
const troubleOf: Partial<Record<ChangeKind, Condition>> = {
  down: 'down',
  recovered: 'down',
  overdue: 'overdue',
  reporting_again: 'overdue',
  status_unknown: 'unknown',
};
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
  const respond = consistentRead<Wall>({ version: () => `${inventory.view().version} ${history.version()}` });

  /**
   * Returns the last change of each monitor of a view; none while the history cannot be read, because the rest of the wall does
   * not need it. A monitor that has recovered still belongs to a view of what is down.
   */
  async function lastChanges(
    query: InventoryQuery,
    index: InventoryIndex,
    named: ReadonlySet<InventoryMonitor> | null,
  ): Promise<Wall['data']['changes']> {
    const uuids = uuidsOfView(index, query, named);
    try {
      const { changes } = await history.changes({ kinds: shownKinds, limit: SEARCHED_CHANGES });
      const ofView = changes.flatMap((change) => {
        const uuid = change.monitor.monitor_uuid.toLowerCase();
        const monitor = uuids.has(uuid) ? inventory.monitor(uuid) : undefined;
        if (monitor === undefined) return [];
        const condition = troubleOf[change.kind];
        if (condition === undefined) return { change, uuid, states: [monitor] };
        // A monitor that is inactive now was switched off after the change.
        const now = monitor.condition === 'inactive' ? [] : [monitor];
        return { change, uuid, states: [...now, { ...monitor, condition }] };
      });
      const states = buildIndex({ ...index.snapshot, monitors: ofView.flatMap((one) => one.states) });
      const { rule: _rule, ...filters } = query;
      const matches = new Set(allMatches(states, filters, null));
      const newest = new Map<string, (typeof changes)[number]>();
      for (const { change, uuid, states } of ofView) {
        // Otherwise a flapping monitor fills the space.
        if (!newest.has(uuid) && states.some((state) => matches.has(state))) newest.set(uuid, change);
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
        const { view, index, named } = await matching(parts, query);
        return {
          data: {
            ...summarize(allMatches(index, query, named)),
            groups: groupsOf(index, query, named),
            changes: await lastChanges(query, index, named),
          },
          meta: {
            ...listMeta(view),
            view: viewText,
            refresh_at: new Date(view.refreshAt).toISOString(),
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
  named: ReadonlySet<InventoryMonitor> | null,
): WallGroup[] | null {
  const grouping = groupingOf(query);
  const groups = allGroups(index, query, named);
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
