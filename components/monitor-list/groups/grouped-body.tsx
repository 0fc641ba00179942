import { useQueries } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useCommands } from '@/components/ui/commands';
import { useInteractionWithin } from '@/components/ui/use-interaction-within';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery } from '@/lib/client/queries';
import type { MonitorGroups } from '@/lib/contract/responses';
import { useDeferredRefresh } from '../list-body';
import { ListFrame, type ListFrameProps } from '../list-frame';
import { useHeldRows } from '../table/use-held-rows';
import { type GroupItem, groupItems, isOpenGroup, isSameItem, membersQuery, openState } from './group-items';
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
      const href = urlState.hrefOf({ in_group: key });
      if (row.kind === 'note')
        // biome-ignore lint/suspicious/noArrayIndexKey: as the rows of the monitors.
        return <GroupNote key={`note ${place}`} {...row} href={href} by={urlState.query.group} />;
      return (
        <GroupRow
          // biome-ignore lint/suspicious/noArrayIndexKey: as the rows of the monitors.
          key={`group ${place}`}
          group={row.group}
          isOpen={row.isOpen}
          gone={gone}
          href={href}
          by={urlState.query.group}
          onToggle={() => toggle(key, !row.isOpen)}
        />
      );
    });
  };
  return <ListFrame {...frame} shown={shown} rows={monitors} isEmpty={rows.length === 0} arrange={arrange} />;
}

const identity = { idOf: ({ id }: GroupItem) => id, isSame: isSameItem };
