import { Menu } from '@base-ui/react/menu';
import { ArrowDown, ArrowUp, Check } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import type { ColumnName } from '@/lib/contract/list-layout';
import type { MonitorList } from '@/lib/contract/responses';
import { settingsKnown } from './list-summary';
import { columnLabel } from './table/columns';
import { useColumns } from './table/use-columns';

/** A column moves by one position: -1 to the left, 1 to the right. */
const moves = [
  { step: -1, key: 'ArrowUp', label: 'Move left', Icon: ArrowUp },
  { step: 1, key: 'ArrowDown', label: 'Move right', Icon: ArrowDown },
] as const;

const menuItem =
  'flex h-7 min-w-0 flex-1 cursor-default select-none items-center gap-2 rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink';

/**
 * The menu of the columns: a click shows or hides one, the arrow buttons of the highlighted one and Alt with an arrow key move
 * it. It stays open after each change.
 */
export function ColumnsPanel(props: {
  trigger: TriggerProps;
  settings: MonitorList['meta']['settings'];
  /** The rule of the list. */
  rule: string | undefined;
}) {
  const { trigger, settings } = props;
  const { columns, toggle, move: moveColumn, reset } = useColumns(props.rule);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLDivElement>(null);
  /** The column that a button has moved from under the pointer. Until the pointer moves, the next press moves it again. */
  const pressed = useRef<ColumnName | null>(null);
  /** Moves a column; the focus moves with it, and the menu continues from there. */
  const move = (id: ColumnName, step: 1 | -1) => {
    const place = columns.findIndex((column) => column.id === id) + step;
    if (columns[place] === undefined) return;
    flushSync(() => {
      moveColumn(id, step);
      setAnnouncement(`${columnLabel(id)}: column ${place + 1} of ${columns.length}`);
    });
    list.current?.querySelector<HTMLElement>(`[data-column="${id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = moves.find(({ key }) => event.altKey && key === event.key);
    const id = event.target instanceof HTMLElement ? event.target.dataset.column : undefined;
    const column = columns.find((candidate) => candidate.id === id);
    if (wanted === undefined || column === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(column.id, wanted.step);
  };
  return (
    <>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      <MenuFrame
        trigger={trigger}
        onKeyDownCapture={onKeyDown}
        className="flex max-h-(--available-height) w-60 flex-col"
      >
        <Menu.Group ref={list} className="min-h-0 overflow-y-auto">
          <Menu.GroupLabel className="flex h-6 items-center justify-between px-2 text-ink-3 text-xs">
            {`${columns.length} columns`}
            <span aria-hidden>Alt ↑↓ to reorder</span>
          </Menu.GroupLabel>
          {columns.map(({ id, isShown, isFixed }, index) => (
            <div
              // Keyed by index: the menu identifies its items by position, and moving a DOM element would lose
              // its focus.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              key={index}
              role="presentation"
              onPointerEnter={() => {
                pressed.current = null;
              }}
              className="group/row flex items-center rounded-sm hover:bg-raised"
            >
              <Menu.CheckboxItem
                data-column={id}
                // The label for typeahead, because this position may have another column after a move.
                label={columnLabel(id)}
                checked={isShown}
                disabled={isFixed}
                onCheckedChange={() => toggle(id)}
                closeOnClick={false}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                title={isFixed ? 'Always shown' : undefined}
                className={`group/item ${menuItem} data-disabled:text-ink-3`}
              >
                <span className="grid size-3.5 place-items-center group-data-disabled/item:opacity-50">
                  <Menu.CheckboxItemIndicator>
                    <Check className="size-3.5" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {columnLabel(id)}
              </Menu.CheckboxItem>
              {/* Only for pointers: a menu may contain only menu items, and there are keys for it. */}
              {moves.map(({ step, label, Icon }) => (
                <button
                  key={label}
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  title={label}
                  disabled={columns[index + step] === undefined}
                  // Keeps the focus on the menu item.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => {
                    pressed.current ??= id;
                    move(pressed.current, step);
                  }}
                  className="invisible grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 enabled:hover:bg-line enabled:hover:text-ink disabled:opacity-30 group-has-data-highlighted/row:visible group-hover/row:visible"
                >
                  <Icon className="size-3.5" />
                </button>
              ))}
            </div>
          ))}
          {/* Fades the last visible row as long as more follow; at the end it is below the last one. */}
          <div aria-hidden className="pointer-events-none sticky bottom-0 h-8 bg-linear-to-t from-surface" />
        </Menu.Group>
        <p className="px-2 pt-1 text-ink-3 text-xs">{settingsKnown(settings)}</p>
        <Menu.Separator className="my-1 h-px bg-line" />
        <Menu.Item className={menuItem} onClick={reset}>
          <span className="size-3.5" />
          Reset columns
        </Menu.Item>
      </MenuFrame>
    </>
  );
}
