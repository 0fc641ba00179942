'use client';

import { Download } from 'lucide-react';
import { useRef } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { type InventoryQuery, serializeInventoryQuery } from '@/lib/contract/inventory-query';

const formats = [
  { format: 'csv', label: 'CSV, for spreadsheets' },
  { format: 'json', label: 'JSON, for programs' },
] as const;

/** The whole filtered list as a file, in the order that is shown. */
export function ExportMenu({ query, complete }: { query: InventoryQuery; complete: boolean }) {
  // The menu opens within the page's main part, so that it lies in a landmark as everything else does.
  const home = useRef<HTMLDivElement>(null);
  const filters = serializeInventoryQuery({ ...query, page: 1, per_page: 25, facets: false });
  return (
    <Menu.Root>
      <Menu.Trigger
        disabled={!complete}
        title={complete ? 'Export' : 'Export: when all monitors are read'}
        className={`${buttonClass()} max-lg:hidden`}
      >
        <Download aria-hidden />
        Export
      </Menu.Trigger>
      <div ref={home} className="contents" />
      <Menu.Portal container={home}>
        <Menu.Positioner sideOffset={6} align="end" className="z-40">
          <Menu.Popup className="min-w-44 rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
            {formats.map(({ format, label }) => (
              <Menu.LinkItem
                key={format}
                href={`/api/monitors/export?format=${format}${filters === '' ? '' : `&${filters}`}`}
                download
                closeOnClick
                className="flex h-7 cursor-default select-none items-center rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink"
              >
                {label}
              </Menu.LinkItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
