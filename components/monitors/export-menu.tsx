'use client';

import { Download } from 'lucide-react';
import { useId, useRef } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import type { MonitorList } from '@/lib/contract/answers';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import { exportAddress, exportFormats, incompleteWords } from './export-address';

interface ExportMenuProps {
  query: InventoryQuery;
  inventory: MonitorList['meta']['inventory'];
}

const item =
  'flex h-7 cursor-default select-none items-center rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink data-disabled:text-ink-3';

/** The whole filtered list as a file, in the order that is shown. Until all is read, why there is none yet. */
export function ExportMenu({ query, inventory }: ExportMenuProps) {
  // The menu opens within the page's main part, so that it lies in a landmark as everything else does.
  const home = useRef<HTMLDivElement>(null);
  const reasonId = useId();
  const isComplete = inventory.state === 'complete';
  return (
    <Menu.Root>
      <Menu.Trigger title="Export" className={`${buttonClass()} max-2xl:w-[30px] max-2xl:px-0 max-sm:hidden`}>
        <Download aria-hidden />
        <span className="max-2xl:sr-only">Export</span>
      </Menu.Trigger>
      <div ref={home} className="contents" />
      <Menu.Portal container={home}>
        <Menu.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Menu.Popup className="min-w-44 max-w-72 rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
            {isComplete ? null : (
              <p id={reasonId} className="px-2 py-1.5 text-ink text-xs">
                {incompleteWords(inventory)}
              </p>
            )}
            {exportFormats.map(({ format, label }) =>
              isComplete ? (
                <Menu.LinkItem
                  key={format}
                  href={exportAddress(format, query)}
                  download
                  closeOnClick
                  className={item}
                >
                  {label}
                </Menu.LinkItem>
              ) : (
                <Menu.Item key={format} disabled aria-describedby={reasonId} className={item}>
                  {label}
                </Menu.Item>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
