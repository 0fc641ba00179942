import { useRouter } from 'next/navigation';
import { type ListAction, listActions } from '@/components/monitor-list/list-actions';
import { useSavedViews } from '@/components/monitor-list/saved-views/use-saved-views';
import { useColumnChoices } from '@/components/monitor-list/table/use-column-preferences';
import { useCommandList } from '@/components/ui/commands';
import { usePreferences } from '@/components/ui/preferences';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { themes } from '@/lib/client/preferences';
import type { MonitorList } from '@/lib/contract/responses';
import type { PaletteAction } from './palette-items';

/**
 * The actions of the command palette: keyboard commands, filters, views, columns and exports of the list, and
 * the preferences. On the list, filters and exports apply to the current list; on other pages to all
 * monitors.
 *
 * @param inventory null while it is unknown; then exports are omitted
 */
export function usePaletteActions(
  inventory: MonitorList['meta']['inventory'] | null,
  copyLink: () => void,
): PaletteAction[] {
  const router = useRouter();
  const commands = useCommandList();
  const [{ theme, zone, density }, changePreferences] = usePreferences();
  const shown = location.pathname === '/monitors' ? location.search : '';
  const url = parseMonitorsUrl(new URLSearchParams(shown));
  const { views } = useSavedViews(url);
  const columns = useColumnChoices();
  const canExport = inventory !== null && inventory.state !== 'reading';
  const preference = (
    id: string,
    label: string,
    part: Parameters<typeof changePreferences>[0],
  ): PaletteAction => ({
    kind: 'action',
    id,
    label,
    onDemand: true,
    run: () => changePreferences(part),
  });
  return [
    ...commands
      .filter(({ keys, inPalette, group }) => keys !== '$mod+k' && (group === 'Global' || inPalette))
      .map(({ keys, caps, label, run }) => ({ kind: 'action' as const, id: keys, label, caps, run })),
    ...listActions(url, views)
      .filter((action) => canExport || !('file' in action))
      .map(
        (action): PaletteAction => ({
          kind: 'action',
          id: action.id,
          label: action.label,
          onDemand: true,
          run: () => {
            if ('file' in action) return download(action);
            if (action.columns) changePreferences(action.columns);
            router.push(action.href);
          },
        }),
      ),
    {
      kind: 'action',
      id: 'api',
      label: 'Go to the API documentation',
      onDemand: true,
      run: () => router.push('/api/docs'),
    },
    {
      kind: 'action',
      id: 'copy link',
      label: 'Copy link to this page',
      onDemand: true,
      run: copyLink,
    },
    ...columns.map(
      ({ id, label, isVisible, toggle }): PaletteAction => ({
        kind: 'action',
        id: `column ${id}`,
        label: `${isVisible ? 'Hide' : 'Show'} column: ${label}`,
        onDemand: true,
        run: toggle,
      }),
    ),
    ...themes
      .filter((option) => option !== theme)
      .map((option) => preference(`theme ${option}`, `Theme: ${option}`, { theme: option })),
    density === 'compact'
      ? preference('density', 'Density: comfortable', { density: 'comfortable' })
      : preference('density', 'Density: compact', { density: 'compact' }),
    zone === 'utc'
      ? preference('zone', 'Time zone: local', { zone: 'local' })
      : preference('zone', 'Time zone: UTC', { zone: 'utc' }),
  ];
}

/**
 * Downloads with a link that has the `download` attribute, so that an error response does not replace the
 * page.
 */
function download({ file }: Extract<ListAction, { file: string }>): void {
  const link = document.createElement('a');
  link.href = file;
  link.download = '';
  link.click();
}
