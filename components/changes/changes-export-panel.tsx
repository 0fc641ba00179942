import { Menu } from '@base-ui/react/menu';
import { exportFormats } from '@/components/monitor-list/export-options';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import { withBasePath } from '@/lib/text/base-path';

/** The menu of export formats. @param props.search the filters as search parameters */
export function ChangesExportPanel({ trigger, search }: { trigger: TriggerProps; search: string }) {
  return (
    <MenuFrame trigger={trigger} className="min-w-44 max-w-72">
      {exportFormats.map(({ parameters, label }) => (
        <Menu.LinkItem
          key={parameters}
          href={withBasePath(`/api/changes/export?${parameters}&${search}`)}
          download
          closeOnClick
          className="flex h-7 cursor-default select-none items-center rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink"
        >
          {label}
        </Menu.LinkItem>
      ))}
    </MenuFrame>
  );
}
