import { Download } from 'lucide-react';
import type { MonitorList } from '@/lib/contract/answers';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import { exportAddress, exportFormats, exportLimit } from '../export-address';

interface SheetExportProps {
  query: InventoryQuery;
  inventory: MonitorList['meta']['inventory'];
}

/** The filtered list as a file, on a phone. What keeps it from being made or from being whole is said. */
export function SheetExport({ query, inventory }: SheetExportProps) {
  const limit = exportLimit(inventory);
  return (
    <div className="flex flex-col gap-2 px-2 py-3">
      <span className="font-medium text-ink">Export</span>
      {limit === null ? null : <p className="text-ink-2 text-sm">{limit}</p>}
      {inventory.state === 'reading' ? null : (
        <span className="flex gap-2">
          {exportFormats.map(({ format }) => (
            <a
              key={format}
              href={exportAddress(format, query)}
              download
              className="inline-flex h-11 flex-1 items-center justify-center gap-2 rounded-md border border-line-strong text-ink"
            >
              <Download className="size-4" />
              {format.toUpperCase()}
            </a>
          ))}
        </span>
      )}
    </div>
  );
}
