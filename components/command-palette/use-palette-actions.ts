import { useRouter } from 'next/navigation';
import { listActions } from '@/components/monitor-list/list-actions';
import { useSavedViews } from '@/components/monitor-list/saved-views/use-saved-views';
import { useTeamViews } from '@/components/monitor-list/saved-views/use-team-views';
import { useColumnChoices } from '@/components/monitor-list/table/use-column-table';
import {
  allMonitors,
  chooseNotifications,
  useNotificationChoice,
} from '@/components/notifications/notification-choice';
import { allowNotifications, notificationProblems } from '@/components/notifications/notification-permission';
import { useCommandList } from '@/components/ui/commands';
import { usePreferences } from '@/components/ui/preferences';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { themes } from '@/lib/client/preferences';
import type { MonitorList } from '@/lib/contract/responses';
import { withoutBasePath } from '@/lib/text/base-path';
import type { PaletteAction } from './palette-items';

export interface PageActions {
  copyLink: () => void;
  /** Shows why an action failed. */
  report: (message: string) => void;
}

/**
 * The actions of the command palette: keyboard commands, filters, views, columns and exports of the list, and
 * the preferences. On the list, filters and exports apply to the current list; on other pages to all
 * monitors.
 *
 * @param inventory null while it is unknown; then exports are omitted
 * @param onPage actions that the page runs, because the palette is closed by then
 */
export function usePaletteActions(
  inventory: MonitorList['meta']['inventory'] | null,
  onPage: PageActions,
): PaletteAction[] {
  const router = useRouter();
  const commands = useCommandList();
  const [{ theme, zone, density }, changePreferences] = usePreferences();
  const shown = withoutBasePath(location.pathname) === '/monitors' ? location.search : '';
  const url = parseMonitorsUrl(new URLSearchParams(shown));
  const { views } = useSavedViews(url);
  const team = useTeamViews();
  const columns = useColumnChoices();
  const isNotifying = useNotificationChoice() !== null;
  const canExport = inventory !== null && inventory.state !== 'reading';
  const action = (id: string, label: string, run: () => void): PaletteAction => ({
    ...{ kind: 'action', id, label, run },
    onDemand: true,
  });
  const preference = (label: string, part: Parameters<typeof changePreferences>[0]) =>
    action(label, label, () => changePreferences(part));
  return [
    ...commands
      .filter(({ keys, inPalette, group }) => keys !== '$mod+k' && (group === 'Global' || inPalette))
      .map(({ keys, caps, label, run }) => ({ kind: 'action' as const, id: keys, label, caps, run })),
    ...listActions(url, views, team)
      .filter((listed) => canExport || !('file' in listed))
      .map((listed) =>
        action(listed.id, listed.label, () => {
          if ('file' in listed) return download(listed.file);
          if (listed.columns) changePreferences(listed.columns);
          router.push(listed.href);
        }),
      ),
    action('copy link', 'Copy link to this page', onPage.copyLink),
    isNotifying
      ? action('notifications', 'Turn off notifications of outages', () => chooseNotifications(null))
      : action('notifications', 'Turn on notifications of outages', () => turnOnNotifications(onPage.report)),
    ...columns.map(({ id, label, isVisible, toggle }) =>
      action(`column ${id}`, `${isVisible ? 'Hide' : 'Show'} column: ${label}`, toggle),
    ),
    ...themes
      .filter((option) => option !== theme)
      .map((option) => preference(`Theme: ${option}`, { theme: option })),
    density === 'compact'
      ? preference('Density: comfortable', { density: 'comfortable' })
      : preference('Density: compact', { density: 'compact' }),
    zone === 'utc'
      ? preference('Time zone: local', { zone: 'local' })
      : preference('Time zone: UTC', { zone: 'utc' }),
  ];
}

/** Downloads with the attribute `download`, so that an error response does not replace the page. */
function download(file: string): void {
  const link = document.createElement('a');
  link.href = file;
  link.download = '';
  link.click();
}

async function turnOnNotifications(report: PageActions['report']): Promise<void> {
  const problem = await allowNotifications();
  if (problem === null) chooseNotifications(allMonitors);
  else report(notificationProblems[problem]);
}
