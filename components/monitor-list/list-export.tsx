import { titleOf } from '@/components/export/export-formats';
import { ExportForm, type ExportFormProps, ExportPanel } from '@/components/export/export-panel';
import type { TriggerProps } from '@/components/ui/on-demand';
import {
  defaultInventoryQuery,
  type InventoryQuery,
  serializeInventoryQuery,
} from '@/lib/contract/inventory-query';
import { type ExportField, exportFields } from '@/lib/contract/monitor';
import type { InventoryState, MonitorList } from '@/lib/contract/responses';
import { formatCount, formatInteger } from '@/lib/text/format';
import { countOf } from './count-strip';
import { useSavedViews } from './saved-views/saved-views';
import { useColumns } from './table/use-columns';
import type { MonitorsUrlState } from './use-monitors-url';

/** The export of the list: a popover with its trigger, or without one the form in place. */
export function ListExport(props: { trigger?: TriggerProps; urlState: MonitorsUrlState; list: MonitorList }) {
  const { trigger, urlState, list } = props;
  const { url, query } = urlState;
  const { columns } = useColumns(query.rule);
  const form = listExport({
    list,
    query,
    view: useSavedViews(url).active?.name,
    columns: columns.flatMap(({ id, isShown }) => (isShown ? [id] : [])),
  });
  return trigger ? <ExportPanel trigger={trigger} {...form} /> : <ExportForm {...form} />;
}

/** The fields of a file that a column of the table shows; a column that is not here shows the field of its name. */
const fieldsOfColumns: Readonly<Record<string, readonly ExportField[]>> = {
  condition: ['condition_label'],
  target: ['target', 'port'],
  region: ['regions'],
  // Without `changed_after` a program could not tell a beginning that was seen from one that was before.
  observed_since: ['observed_since', 'changed_after'],
  changed: ['changed_at'],
};

/** The fields of a file with the visible columns. @param columns their ids */
export function exportFieldsOf(columns: readonly string[]): ExportField[] {
  return columns.flatMap((id) => fieldsOfColumns[id] ?? exportFields.filter((field) => field === id));
}

/** The filters and the order of a file, which has no pages. @param fields null: all */
export function exportSearch(query: InventoryQuery, fields: readonly ExportField[] | null = null): string {
  const { per_page } = defaultInventoryQuery;
  const filters = serializeInventoryQuery({ ...query, page: 1, per_page, facets: false });
  const columns = (fields ?? []).map((field) => `column=${field}`);
  return [...columns, ...(filters === '' ? [] : [filters])].join('&');
}

/**
 * The form for the files of the list.
 *
 * @param given.columns the ids of the visible columns
 */
function listExport(given: {
  list: MonitorList;
  query: InventoryQuery;
  /** The name of the shown view; undefined: none. */
  view: string | undefined;
  columns: readonly string[];
}): ExportFormProps {
  const { list, query, view, columns } = given;
  const { inventory } = list.meta;
  const total = countOf(list);
  const monitors = formatCount(total, 'monitor');
  const fields = exportFieldsOf(columns);
  const lacksPast = columns.some((id) => exportFieldsOf([id]).length === 0);
  return {
    from: '/api/monitors/export',
    contents: [
      {
        label: 'This list',
        hint: `${monitors}, the shown columns${lacksPast ? ' but those of the past' : ''}`,
        search: exportSearch(query, fields),
        title: view,
      },
      {
        label: 'Everything known',
        hint: `${monitors}, all fields. The past is in the report.`,
        search: exportSearch(query),
        title: `${view ?? titleOf(exportSearch(query))} all fields`.trim(),
      },
    ],
    caveat: exportCaveat(inventory),
    isAvailable: inventory.state !== 'reading' && total > 0,
  };
}

/** The reason why an export is unavailable or incomplete; null when it is neither. */
function exportCaveat({ state, read, total, missing }: InventoryState): string | null {
  if (missing !== null) {
    const number = `${formatInteger(missing.count)} of ${formatInteger(total)} monitors couldn’t be loaded.`;
    const kept =
      missing.kept === 0
        ? `The file doesn’t include ${missing.count === 1 ? 'it' : 'them'}`
        : `The file includes older data for ${formatInteger(missing.kept)} of them`;
    return `${number} ${kept}; its name includes "incomplete".`;
  }
  if (state === 'complete') return null;
  return `Export is available once all monitors are loaded (${formatInteger(read)} of ${formatInteger(total)} so far).`;
}
