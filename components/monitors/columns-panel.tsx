'use client';

import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { MenuFrame } from '@/components/ui/menu-frame';
import { usePreferences } from '@/components/ui/preferences';
import { moveColumn } from './column-order';
import { ColumnItem, type MenuColumn, menuItem } from './columns-menu-item';
import { DensityChoice } from './density-choice';

export interface ColumnsPanelProps {
  /** From left to right. */
  columns: readonly MenuColumn[];
  onVisible: (id: string, visible: boolean) => void;
  onOrder: (ids: readonly string[]) => void;
  onReset: () => void;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Shows, hides and orders columns, and sets the height of rows. It stays open, so that several can be set in one go. */
export function ColumnsPanel({ columns, onVisible, onOrder, onReset }: ColumnsPanelProps) {
  const [{ density }, change] = usePreferences();
  const [said, setSaid] = useState('');

  const move = (id: string, step: 1 | -1) => {
    const ids = moveColumn(
      columns.map((column) => column.id),
      id,
      step,
    );
    onOrder(ids);
    const label = columns.find((column) => column.id === id)?.label;
    setSaid(`${label}: column ${ids.indexOf(id) + 1} of ${ids.length}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const item = event.target instanceof HTMLElement ? event.target : null;
    const id = item?.dataset.column;
    if (!event.altKey || step === undefined || item === null || id === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // An element that is moved loses the focus, so it is given back once it stands in its new place.
    flushSync(() => move(id, step));
    item.focus();
  };
  return (
    <>
      <span role="status" className="sr-only">
        {said}
      </span>
      <MenuFrame onKeyDownCapture={onKeyDown} className="max-h-(--available-height) w-60 overflow-y-auto">
        <DensityChoice density={density} onDensity={(choice) => change({ density: choice })} />
        <Menu.Separator className="my-1 h-px bg-line" />
        <Menu.Group>
          <Menu.GroupLabel className="flex h-6 items-center justify-between px-2 text-ink-3 text-xs">
            Columns
            <span aria-hidden>Alt ↑ ↓ moves</span>
          </Menu.GroupLabel>
          {columns.map((column, index) => (
            <ColumnItem
              key={column.id}
              column={column}
              isFirst={index === 0}
              isLast={index === columns.length - 1}
              onVisible={(visible) => onVisible(column.id, visible)}
              onMove={(step) => move(column.id, step)}
            />
          ))}
        </Menu.Group>
        <Menu.Separator className="my-1 h-px bg-line" />
        <Menu.Item className={menuItem} onClick={onReset}>
          <span className="size-3.5" />
          Show the usual ones
        </Menu.Item>
      </MenuFrame>
    </>
  );
}
