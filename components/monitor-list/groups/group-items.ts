import type { InventoryQuery } from '@/lib/contract/inventory-query';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorGroup, MonitorList } from '@/lib/contract/responses';

/** The monitors that are loaded of a group that the user opens. */
const MEMBERS_SHOWN = 25;

/** A row of a grouped list: a group, one of its monitors, or a note below these. */
export type GroupItem =
  | { kind: 'group'; id: string; group: MonitorGroup; isOpen: boolean }
  | { kind: 'monitor'; id: string; monitor: ListedMonitor }
  | { kind: 'note'; id: string; group: MonitorGroup; note: 'more' | 'loading' | 'failed' };

/** What is known of the monitors of a group that the user has opened. */
export type LoadedMembers = { list: MonitorList | undefined; isFailed: boolean };

/**
 * The rows of a grouped list, from top to bottom.
 *
 * @param isOpen whether the user has opened or closed a group; a group without an entry is open if it has monitors
 * @param loaded the monitors of groups that the user has opened, by key
 */
export function groupItems(
  groups: readonly MonitorGroup[],
  isOpen: ReadonlyMap<string, boolean>,
  loaded: ReadonlyMap<string, LoadedMembers>,
): GroupItem[] {
  return groups.flatMap((group): GroupItem[] => {
    const { key } = group;
    const row = { kind: 'group', id: `group ${key}`, group } as const;
    if (!isOpenGroup(group, isOpen)) return [{ ...row, isOpen: false }];
    const members = loaded.get(key);
    const monitors = members?.list?.data ?? group.monitors;
    const note = noteOf(group, monitors, members);
    return [
      { ...row, isOpen: true },
      ...monitors.map(
        (monitor) => ({ kind: 'monitor', id: `${key} ${monitor.monitor_uuid}`, monitor }) as const,
      ),
      ...(note === null ? [] : [{ kind: 'note', id: `note ${key}`, group, note } as const]),
    ];
  });
}

export function isOpenGroup({ key, monitors }: MonitorGroup, isOpen: ReadonlyMap<string, boolean>): boolean {
  return isOpen.get(key) ?? monitors.length > 0;
}

function noteOf(group: MonitorGroup, monitors: readonly ListedMonitor[], members: LoadedMembers | undefined) {
  if (monitors.length > 0) return monitors.length < group.total ? 'more' : null;
  return members?.isFailed ? 'failed' : 'loading';
}

/** The query for the first monitors of a group. @param query that of the grouped list */
export function membersQuery(query: InventoryQuery, key: string): InventoryQuery {
  return { ...query, in_group: key, page: 1, per_page: MEMBERS_SHOWN, facets: false };
}

/** Identifies what is open, so that rows are not held when the user opens or closes a group. */
export function openState(query: string | null, items: readonly GroupItem[]): string | null {
  if (query === null) return null;
  const open = items.flatMap((item) => {
    if (item.kind === 'group') return item.isOpen ? item.id : [];
    return item.kind === 'note' ? `${item.note} ${item.id}` : [];
  });
  return [query, ...open.sort()].join('\n');
}

/** Whether two rows show the same. They are created anew for each rendering. */
export function isSameItem(a: GroupItem, b: GroupItem): boolean {
  if (a.id !== b.id) return false;
  if (a.kind === 'monitor') return b.kind === 'monitor' && a.monitor === b.monitor;
  if (a.kind === 'note') return b.kind === 'note' && a.note === b.note && a.group === b.group;
  return b.kind === 'group' && a.isOpen === b.isOpen && a.group === b.group;
}
