'use client';

import { Menu } from '@base-ui/react/menu';
import { Check, Columns3 } from 'lucide-react';
import { useRef } from 'react';
import { buttonClass } from '@/components/ui/button';

interface ColumnsMenuProps {
  columns: readonly { id: string; label: string; visible: boolean }[];
  onVisible: (id: string, visible: boolean) => void;
  onReset: () => void;
}

const item =
  'flex h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink';

/** Shows and hides columns. It stays open, so that several can be set in one go. */
export function ColumnsMenu({ columns, onVisible, onReset }: ColumnsMenuProps) {
  // The menu opens within the page's main part, so that it lies in a landmark as everything else does.
  const home = useRef<HTMLDivElement>(null);
  return (
    <Menu.Root>
      <Menu.Trigger
        className={`${buttonClass('outline', true)} max-sm:hidden`}
        aria-label="Columns"
        title="Columns"
      >
        <Columns3 aria-hidden />
      </Menu.Trigger>
      <div ref={home} className="contents" />
      <Menu.Portal container={home}>
        <Menu.Positioner sideOffset={6} align="end" className="z-40">
          <Menu.Popup className="min-w-44 rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
            {columns.map((column) => (
              <Menu.CheckboxItem
                key={column.id}
                checked={column.visible}
                onCheckedChange={(visible) => onVisible(column.id, visible)}
                closeOnClick={false}
                className={item}
              >
                <span className="grid size-3.5 place-items-center">
                  <Menu.CheckboxItemIndicator>
                    <Check aria-hidden className="size-3.5" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {column.label}
              </Menu.CheckboxItem>
            ))}
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item className={item} onClick={onReset}>
              <span className="size-3.5" />
              Show the usual ones
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
