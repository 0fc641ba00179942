import { Menu } from '@base-ui/react/menu';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import { withBasePath } from '@/lib/text/base-path';
import { exportFormats } from './export-options';

/** A route with its search parameters except the format, or a function that gets the parameters of the format. */
type FilesPanelProps = { path: `/${string}`; search: string } | { download: (parameters: string) => void };

const item =
  'flex h-7 cursor-default select-none items-center rounded-sm px-2 text-ink-2 outline-none data-highlighted:bg-raised data-highlighted:text-ink';

/** The menu of export formats for any route. */
export function FilesPanel({ trigger, ...props }: FilesPanelProps & { trigger: TriggerProps }) {
  return (
    <MenuFrame trigger={trigger} className="min-w-44 max-w-72">
      {exportFormats.map(({ parameters, label }) =>
        'download' in props ? (
          <Menu.Item key={parameters} onClick={() => props.download(parameters)} className={item}>
            {label}
          </Menu.Item>
        ) : (
          <Menu.LinkItem
            key={parameters}
            href={withBasePath(`${props.path}?${parameters}&${props.search}`)}
            download
            closeOnClick
            className={item}
          >
            {label}
          </Menu.LinkItem>
        ),
      )}
    </MenuFrame>
  );
}
