import { Menu } from '@base-ui/react/menu';
import { ArrowDown, ArrowUp, Check } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
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

const menuItem =
  'flex h-7 min-w-0 flex-1 cursor-default select-none items-center gap-2 rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink';

interface ColumnItemProps {
  id: string;
  label: string;
  isVisible: boolean;
  /** A column that cannot be hidden can still be moved. */
  canHide: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** Called when the user shows or hides the column. */
  onVisible: (visible: boolean) => void;
  /** Called when the pointer comes from another row. */
  onPointerEnter: () => void;
  /** Called when the user moves the column by one position: 1 to the right, -1 to the left. */
  onMove: (step: 1 | -1) => void;
}

/**
 * A menu item of a column: a click shows or hides it, the arrow buttons and Alt with an arrow key move it.
 */
function ColumnItem(props: ColumnItemProps) {
  const { id, label, isVisible, canHide, isFirst, isLast, onVisible, onPointerEnter, onMove } = props;
  return (
    <div
      role="presentation"
      onPointerEnter={onPointerEnter}
      className="group/item flex items-center rounded-sm hover:bg-raised"
    >
      <Menu.CheckboxItem
        data-column={id}
        // The label for typeahead, because this position may have another column after a move.
        label={label}
        checked={isVisible}
        disabled={!canHide}
        onCheckedChange={onVisible}
        closeOnClick={false}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={canHide ? undefined : 'Always shown'}
        className={`${menuItem} data-disabled:text-ink-3`}
      >
        <span className={`grid size-3.5 place-items-center ${canHide ? '' : 'opacity-50'}`}>
          <Menu.CheckboxItemIndicator>
            <Check className="size-3.5" />
          </Menu.CheckboxItemIndicator>
        </span>
        {label}
      </Menu.CheckboxItem>
      <MoveButton icon={ArrowUp} label="Move left" isDisabled={isFirst} onMove={() => onMove(-1)} />
      <MoveButton icon={ArrowDown} label="Move right" isDisabled={isLast} onMove={() => onMove(1)} />
    </div>
  );
}

interface MoveButtonProps {
  icon: typeof ArrowUp;
  label: string;
  isDisabled: boolean;
  onMove: () => void;
}

/**
 * A button only for pointers: a menu may contain only menu items, and keyboard users have Alt with the arrow
 * keys.
 */
function MoveButton({ icon: Icon, label, isDisabled, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      title={label}
      disabled={isDisabled}
      // Keeps the focus on the menu item.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onMove}
      className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 enabled:hover:bg-line enabled:hover:text-ink disabled:opacity-30"
    >
      <Icon className="size-3.5" />
    </button>
  );
}
