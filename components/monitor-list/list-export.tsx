import { ExportForm, ExportPanel } from '@/components/export/export-panel';
import type { TriggerProps } from '@/components/ui/on-demand';
import type { MonitorList } from '@/lib/contract/responses';
import { listExport } from './export-options';
import { useSavedViews } from './saved-views/saved-views';
import { useColumnTable } from './table/use-column-table';
import type { MonitorsUrlState } from './use-monitors-url';

/** The export of the list: a popover with its trigger, or without one the form in place. */
export function ListExport(props: { trigger?: TriggerProps; urlState: MonitorsUrlState; list: MonitorList }) {
  const { trigger, urlState, list } = props;
  const { url, query } = urlState;
  const { table } = useColumnTable();
  const form = listExport({
    list,
    query,
    view: useSavedViews(url).active?.name,
    columns: table.getVisibleLeafColumns().map(({ id }) => id),
  });
  return trigger ? <ExportPanel trigger={trigger} {...form} /> : <ExportForm {...form} />;
}
