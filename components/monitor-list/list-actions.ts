import { conditionLabels } from '@/components/monitor/condition-labels';
import { type MonitorsUrl, type MonitorsUrlChange, toSearchParamsChange } from '@/lib/client/monitors-url';
import { serializeMonitorsSearch } from '@/lib/client/search-params';
import { conditions, monitorTypes } from '@/lib/contract/conditions';
import { exportAddress, exportFormats } from './export-options';
import type { SavedView } from './saved-views/saved-views';
import { suggestedViews } from './saved-views/suggested-views';

type Search = '' | `?${string}`;

/** Leads to a list, or to a file. */
export type ListAction = { id: string; label: string } & ({ href: `/monitors${Search}` } | { file: string });

/**
 * What can be done to the list without seeing its toolbar. Filters add to those of the list that is shown; a view replaces
 * them.
 *
 * @param url of the list that is shown; of the bare one where none is
 */
export function listActions(url: MonitorsUrl, views: readonly SavedView[]): ListAction[] {
  const { refused: _refused, query, ...shown } = url;
  const page = (label: string, search: Search, id = label): ListAction => ({
    id,
    label,
    href: `/monitors${search}`,
  });
  // One that is saved under another name is one all the same.
  const suggested = suggestedViews.filter(({ search }) => views.every((view) => view.search !== search));
  const narrowed = (part: MonitorsUrlChange) =>
    serializeMonitorsSearch(toSearchParamsChange({ ...shown, page: null, view: null, ...part }));
  return [
    ...conditions.map((condition) =>
      page(`Filter: ${conditionLabels[condition].toLowerCase()}`, narrowed({ condition: [condition] })),
    ),
    page('Filter: in maintenance', narrowed({ maintenance_mode: 'true' })),
    ...monitorTypes.map((type) => page(`Filter: type ${type}`, narrowed({ type: [type] }))),
    page('Clear all filters', ''),
    ...views.map(({ name, search }) => page(`View: ${name}`, `?${search}`, `saved ${name}`)),
    ...suggested.map(({ name, search }) => page(`View: ${name}`, `?${search}`, `suggested ${name}`)),
    ...exportFormats.map(({ parameters, label }) => ({
      id: `export ${parameters}`,
      label: `Export as ${label}`,
      file: exportAddress(parameters, query),
    })),
  ];
}
