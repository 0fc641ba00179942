import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { MenuFrame } from '@/components/ui/menu-frame';
import { ColumnItem, menuItem } from './columns-menu-item';
import { columnLabel, type MonitorColumn } from './table/columns';
import { useColumnTable } from './table/use-column-preferences';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The menu that shows, hides and reorders columns. It stays open after each change. */
export function ColumnsPanel() {
  const { table, reset } = useColumnTable();
  const [announcement, setAnnouncement] = useState('');
  const columns = table.getAllLeafColumns();
  const ids = columns.map(({ id }) => id);

  const move = (column: MonitorColumn, step: 1 | -1) => {
    const order = moveColumn(ids, column.id, step);
    table.setColumnOrder(order);
    setAnnouncement(`${columnLabel(column)}: column ${order.indexOf(column.id) + 1} of ${order.length}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const id = event.target instanceof HTMLElement ? event.target.dataset.column : undefined;
    const column = columns.find((candidate) => candidate.id === id);
    if (!event.altKey || step === undefined || column === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // The focus moves with the column, and the menu continues from there.
    flushSync(() => move(column, step));
    event.currentTarget.querySelector<HTMLElement>(`[data-column="${column.id}"]`)?.focus();
  };
  return (
    <>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      <MenuFrame onKeyDownCapture={onKeyDown} className="max-h-(--available-height) w-60 overflow-y-auto">
        <Menu.Group>
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
              onMove={(step) => move(column, step)}
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

/** The column ids with one moved by one position, to the left (-1) or right (1). Unchanged at the ends. */
export function moveColumn(ids: readonly string[], id: string, step: -1 | 1): string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  const other = ids[to];
  if (from === -1 || other === undefined) return [...ids];
  return ids.with(from, other).with(to, id);
}
