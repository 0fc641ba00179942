import { sortMessage } from '@/components/monitor/sort-labels';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { OutageSummary } from './outage-summary';
import type { MonitorsUrlState } from './use-monitors-url';

/**
 * A line with the number of monitors and their sort order, and the outage summary. It is always rendered, so
 * that nothing moves when the rows arrive or an outage begins.
 */
export function ListSummary({
  list,
  urlState,
}: {
  list: MonitorList | undefined;
  urlState: MonitorsUrlState;
}) {
  const total = list?.pagination.total ?? 0;
  const { sort, order } = urlState.query;
  return (
    <div className="flex h-6 min-w-0 items-center gap-x-3 overflow-x-clip whitespace-nowrap text-ink-3 text-xs short:hidden max-sm:h-auto max-sm:min-h-6 max-sm:flex-wrap">
      {total === 0 ? null : (
        <span>
          {formatInteger(total)} {total === 1 ? 'monitor' : 'monitors'}
          {sort ? sortMessage(sort, order) : ''}
        </span>
      )}
      {list?.down_summary ? <OutageSummary summary={list.down_summary} urlState={urlState} /> : null}
    </div>
  );
}
