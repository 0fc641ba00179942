import { Menu } from '@base-ui/react/menu';
import { exportFormats } from '@/components/monitor-list/export-options';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';

/** The menu of export formats. */
export function CoverageExportPanel(props: {
  trigger: TriggerProps;
  download: (parameters: string) => void;
}) {
  const { trigger, download } = props;
  return (
    <MenuFrame trigger={trigger} className="min-w-44 max-w-72">
      {exportFormats.map(({ parameters, label }) => (
        <Menu.Item
          key={parameters}
          onClick={() => download(parameters)}
          className="flex h-7 cursor-default select-none items-center rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink"
        >
          {label}
        </Menu.Item>
      ))}
    </MenuFrame>
  );
}
