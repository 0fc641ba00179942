import { Menu } from '@base-ui/react/menu';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import { withBasePath } from '@/lib/text/base-path';
import { exportFormats } from './export-options';

/** The menu of export formats. @param props.path of the route, @param props.search its search parameters other than the format */
export function FilesPanel(props: { trigger: TriggerProps; path: `/${string}`; search: string }) {
  const { trigger, path, search } = props;
  return (
    <MenuFrame trigger={trigger} className="min-w-44 max-w-72">
      {exportFormats.map(({ parameters, label }) => (
        <Menu.LinkItem
          key={parameters}
          href={withBasePath(`${path}?${parameters}&${search}`)}
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
