import { useQueries } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useCommands } from '@/components/ui/commands';
import { useInteractionWithin } from '@/components/ui/use-interaction-within';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery } from '@/lib/client/queries';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorGroup, MonitorGroups, MonitorList } from '@/lib/contract/responses';
import { useDeferredRefresh, useHeldRows } from '../list-body';
import { ListFrame, type ListFrameProps } from '../list-frame';
import { groupLabel } from './group-labels';
import { GroupNote, GroupRow } from './group-row';

/** The groups of one page. Those that need attention are open; the user opens and closes them. */
export function GroupedBody(props: ListFrameProps & { grouped: MonitorGroups }) {
  'use memo';
  const { grouped, ...frame } = props;
  const { list, loadedQuery, urlState, container } = frame;
  const context = useRequestContext();
  const shown = useDeferredRefresh(list, loadedQuery);
  const groups = (shown.grouped ?? grouped).groups;
  /** The groups that the user has opened or closed. They stay so while the grouping stays. */
  const [isOpen, setIsOpen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const opened = groups.filter((group) => isOpen.get(group.key) === true);
  const members = useQueries({
    queries: opened.map(({ key }) => monitorListQuery(membersQuery(urlState.query, key), context)),
  });
  const loaded = new Map(
    opened.map(({ key }, place) => [
      key,
      { list: members[place]?.data?.body, isFailed: members[place]?.isError ?? false },
    ]),
  );
  const items = groupItems(groups, isOpen, loaded);
  const holding = useInteractionWithin(container);
  const rows = useHeldRows(items, identity, openState(loadedQuery, items), holding);
  const monitors = rows.flatMap(({ row, gone }) =>
    row.kind === 'monitor' ? [{ monitor: row.monitor, gone }] : [],
  );
  const toggle = (key: string, open: boolean) => setIsOpen((before) => new Map(before).set(key, open));
  const focusedGroup = () => {
    const focused = document.activeElement;
    const key = focused?.closest<HTMLElement>('[data-group]')?.dataset.group;
    return groups.find((group) => group.key === key);
  };
  const openBy = (keys: string, label: string, open: boolean) => ({
    ...{ keys, label, group: 'Monitors' as const },
    when: () => {
      const group = focusedGroup();
      return group !== undefined && isOpenGroup(group, isOpen) !== open;
    },
    run: () => {
      const group = focusedGroup();
      if (group) toggle(group.key, open);
    },
  });
  useCommands(() => [openBy('ArrowRight', 'Open group', true), openBy('ArrowLeft', 'Close group', false)]);
  const arrange = (elements: readonly ReactElement[]) => {
    const next = elements.values();
    return rows.map(({ row, gone }, place) => {
      if (row.kind === 'monitor') return next.next().value;
      const { key } = row.group;
      const label = groupLabel(row.group, urlState.query);
      const href = urlState.hrefOf({ in_group: key });
      if (row.kind === 'note')
        // biome-ignore lint/suspicious/noArrayIndexKey: as the rows of the monitors.
        return <GroupNote key={`note ${place}`} {...row} href={href} label={label} />;
      return (
        <GroupRow
          // biome-ignore lint/suspicious/noArrayIndexKey: as the rows of the monitors.
          key={`group ${place}`}
          group={row.group}
          label={label}
          isOpen={row.isOpen}
          gone={gone}
          href={href}
          onToggle={() => toggle(key, !row.isOpen)}
        />
      );
    });
  };
  return <ListFrame {...frame} shown={shown} rows={monitors} isEmpty={rows.length === 0} arrange={arrange} />;
}

const identity = { idOf: ({ id }: GroupItem) => id, isSame: isSameItem };

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

function isOpenGroup({ key, monitors }: MonitorGroup, isOpen: ReadonlyMap<string, boolean>): boolean {
  return isOpen.get(key) ?? monitors.length > 0;
}

function noteOf(group: MonitorGroup, monitors: readonly ListedMonitor[], members: LoadedMembers | undefined) {
  if (monitors.length > 0) return monitors.length < group.total ? 'more' : null;
  return members?.isFailed ? 'failed' : 'loading';
}

/** The query for the first monitors of a group. @param query that of the grouped list */
function membersQuery(query: InventoryQuery, key: string): InventoryQuery {
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
function isSameItem(a: GroupItem, b: GroupItem): boolean {
  if (a.id !== b.id) return false;
  if (a.kind === 'monitor') return b.kind === 'monitor' && a.monitor === b.monitor;
  if (a.kind === 'note') return b.kind === 'note' && a.note === b.note && a.group === b.group;
  return b.kind === 'group' && a.isOpen === b.isOpen && a.group === b.group;
}
