import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import { ColumnItem, menuItem } from './columns-menu-item';
import { columnLabel, type MonitorColumn } from './table/columns';
import { useColumnTable, withColumnAt } from './table/use-column-preferences';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The menu that shows, hides and reorders columns. It stays open after each change. */
export function ColumnsPanel({ trigger }: { trigger: TriggerProps }) {
  const { table, reset } = useColumnTable();
  const [announcement, setAnnouncement] = useState('');
  const columns = table.getAllLeafColumns();
  const ids = columns.map(({ id }) => id);

  const list = useRef<HTMLDivElement>(null);
  /** The column that a button has moved from under the pointer. Until the pointer moves, the next press moves it again. */
  const pressed = useRef<MonitorColumn | null>(null);
  /** Moves a column by one position; the focus moves with it, and the menu continues from there. */
  const move = (column: MonitorColumn, step: 1 | -1) => {
    const order = withColumnAt(ids, column.id, ids[ids.indexOf(column.id) + step] ?? column.id);
    flushSync(() => {
      table.setColumnOrder(order);
      setAnnouncement(`${columnLabel(column)}: column ${order.indexOf(column.id) + 1} of ${order.length}`);
    });
    list.current?.querySelector<HTMLElement>(`[data-column="${column.id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const id = event.target instanceof HTMLElement ? event.target.dataset.column : undefined;
    const column = columns.find((candidate) => candidate.id === id);
    if (!event.altKey || step === undefined || column === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(column, step);
  };
  return (
    <>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      <MenuFrame
        trigger={trigger}
        onKeyDownCapture={onKeyDown}
        className="max-h-(--available-height) w-60 overflow-y-auto"
      >
        <Menu.Group ref={list}>
          <Menu.GroupLabel className="flex h-6 items-center justify-between px-2 text-ink-3 text-xs">
            Columns
            <span aria-hidden>Alt ↑↓ to reorder</span>
          </Menu.GroupLabel>
          {columns.map((column, index) => (
            // Keyed by index: the menu identifies its items by position, and moving a DOM element would lose
            // its focus.
            <ColumnItem
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              key={index}
              id={column.id}
              label={columnLabel(column)}
              isVisible={column.getIsVisible()}
              canHide={column.getCanHide()}
              isFirst={index === 0}
              isLast={index === columns.length - 1}
              onVisible={(visible) => column.toggleVisibility(visible)}
              onPointerEnter={() => {
                pressed.current = null;
              }}
              onMove={(step) => {
                pressed.current ??= column;
                move(pressed.current, step);
              }}
            />
          ))}
        </Menu.Group>
        <Menu.Separator className="my-1 h-px bg-line" />
        <Menu.Item className={menuItem} onClick={reset}>
          <span className="size-3.5" />
          Reset columns
        </Menu.Item>
      </MenuFrame>
    </>
  );
}
