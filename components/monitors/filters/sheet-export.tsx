import { Download } from 'lucide';
import { Icon } from '@/components/ui/icon';
import type { MonitorList } from '@/lib/contract/answers';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import { exportAddress, exportFormats, incompleteWords } from '../export-address';

interface SheetExportProps {
  query: InventoryQuery;
  inventory: MonitorList['meta']['inventory'];
}

/** The filtered list as a file, on a phone. Until all is read, why there is none yet. */
export function SheetExport({ query, inventory }: SheetExportProps) {
  return (
    <div className="flex flex-col gap-2 px-2 py-3">
      <span className="font-medium text-ink">Export</span>
      {inventory.state === 'complete' ? (
        <span className="flex gap-2">
          {exportFormats.map(({ format }) => (
            <a
              key={format}
              href={exportAddress(format, query)}
              download
              className="inline-flex h-11 flex-1 items-center justify-center gap-2 rounded-md border border-line-strong text-ink"
            >
              <Icon of={Download} className="size-4" />
              {format.toUpperCase()}
            </a>
          ))}
        </span>
      ) : (
        <p className="text-ink-2 text-sm">{incompleteWords(inventory)}</p>
      )}
    </div>
  );
}
