import {
  type MonitorsUrl,
  type MonitorsUrlChange,
  noGroups,
  serializeMonitorsSearch,
  toSearchParamsChange,
} from '@/lib/client/monitors-url';
import { conditionLabels, conditions, monitorTypes } from '@/lib/contract/conditions';
import { groupings } from '@/lib/contract/groups';
import { exportFormats, exportUrl } from './export-options';
import type { SavedView } from './saved-views/saved-views';
import { newSuggestions } from './saved-views/suggested-views';
import { pathOfView } from './saved-views/team-view';

/** An action of the command palette that opens a list (`href`) or downloads a file (`file`). */
export type ListAction = { id: string; label: string } & (
  | { href: ReturnType<typeof pathOfView>; columns?: SavedView['columns'] }
  | { file: string }
);

/**
 * The actions of the list in the command palette: filters, views and exports. A filter is added to the
 * current filters; a view replaces them.
 *
 * @param url the state of the current list; the default list on other pages
 * @param views the saved views of the user; `team`: those of the team. A default view of the team replaces the list of
 * all monitors
 */
export function listActions(
  url: MonitorsUrl,
  views: readonly SavedView[],
  team: { views: readonly SavedView[]; hasDefault: boolean },
): ListAction[] {
  const { refused: _refused, query, ...shown } = url;
  const page = (label: string, search: string, id = label): ListAction => ({
    id,
    label,
    href: pathOfView(search, team.hasDefault),
  });
  const searchWith = (part: MonitorsUrlChange) =>
    serializeMonitorsSearch(toSearchParamsChange({ ...shown, page: null, view: null, ...part })).slice(1);
  return [
    ...conditions.map((condition) =>
      page(`Filter: ${conditionLabels[condition].toLowerCase()}`, searchWith({ condition: [condition] })),
    ),
    page('Filter: in maintenance', searchWith({ maintenance_mode: 'true' })),
    ...monitorTypes.map((type) => page(`Filter: type ${type}`, searchWith({ type: [type] }))),
    // A part of the name needs a separator, which the menu asks for.
    ...groupings
      .filter((group) => group !== 'name')
      .map((group) => page(`Group by ${group}`, searchWith({ ...noGroups, group }))),
    page('Show the list without groups', searchWith(noGroups)),
    page('Clear all filters', ''),
    ...team.views.map(({ name, search, columns }) => ({
      ...page(`Team view: ${name}`, search, `team ${name}`),
      columns,
    })),
    ...views.map(({ name, search, columns }) => ({
      ...page(`View: ${name}`, search, `saved ${name}`),
      columns,
    })),
    ...newSuggestions(views).map(({ name, search }) => page(`View: ${name}`, search, `suggested ${name}`)),
    ...exportFormats.map(({ parameters, label }) => ({
      id: `export ${parameters}`,
      label: `Export as ${label}`,
      file: exportUrl(parameters, query),
    })),
  ];
}
