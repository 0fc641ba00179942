import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import type { InventoryState } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { exportCaveat, exportFieldsOf, exportFormats, exportUrl } from './export-options';
import { useColumnTable } from './table/use-column-table';

const item =
  'flex h-7 cursor-default select-none items-center rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink data-disabled:text-ink-3';

/** The menu of export formats of the list, below a caveat when the export is unavailable or incomplete. */
export function ExportPanel(props: {
  trigger: TriggerProps;
  query: InventoryQuery;
  total: number;
  inventory: InventoryState;
}) {
  const { trigger, query, total, inventory } = props;
  const reasonId = useId();
  const caveat = exportCaveat(inventory);
  const canExport = inventory.state !== 'reading';
  const [isWhole, setWhole] = useState(true);
  const { table } = useColumnTable();
  const visible = table.getVisibleLeafColumns().map(({ id }) => id);
  return (
    <MenuFrame trigger={trigger} className="min-w-44 max-w-80">
      {caveat === null ? null : (
        <p id={reasonId} className="px-2 py-1.5 text-ink text-xs">
          {caveat}
        </p>
      )}
      <Menu.CheckboxItem
        checked={!isWhole}
        onCheckedChange={(isChecked) => setWhole(!isChecked)}
        className={`${item} mb-1 gap-2 border-line border-b`}
      >
        <span className="grid size-3.5">
          <Menu.CheckboxItemIndicator>
            <Check className="size-3.5" />
          </Menu.CheckboxItemIndicator>
        </span>
        Only the visible columns
      </Menu.CheckboxItem>
      {exportFormats.map(({ parameters, label }) =>
        canExport ? (
          <Menu.LinkItem
            key={parameters}
            href={exportUrl(parameters, query, isWhole ? null : exportFieldsOf(visible))}
            download
            aria-describedby={caveat === null ? undefined : reasonId}
            closeOnClick
            className={item}
          >
            {`${label} (${formatInteger(total)} ${total === 1 ? 'monitor' : 'monitors'})`}
          </Menu.LinkItem>
        ) : (
          <Menu.Item key={parameters} disabled aria-describedby={reasonId} className={item}>
            {label}
          </Menu.Item>
        ),
      )}
    </MenuFrame>
  );
}
