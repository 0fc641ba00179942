import { CircleAlert, CircleDashed, CircleSlash2, FileX2 } from 'lucide-react';
import { Age } from '@/components/ui/age';
import { Button } from '@/components/ui/button';
import { StatePanel } from '@/components/ui/state-panel';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { missingMessage } from './missing-message';
import { NoMatch } from './no-match';
import type { MonitorsUrlState } from './use-monitors-url';

/**
 * The reason for a list without rows, with actions: page past the end, no matches, not read yet, or no
 * monitors.
 */
export function EmptyList(props: { urlState: MonitorsUrlState; list: MonitorList; onRefresh: () => void }) {
  const { urlState, list, onRefresh } = props;
  const { inventory } = list.meta;
  const { total, total_pages: last } = list.pagination;
  if (total > 0) {
    return (
      <StatePanel
        icon={FileX2}
        title={`Page ${formatInteger(urlState.query.page)} doesn’t exist`}
        actions={
          <>
            <Button onClick={() => urlState.setPage(last)}>Last page</Button>
            <Button variant="ghost" onClick={() => urlState.setPage(1)}>
              First page
            </Button>
          </>
        }
      >
        <p>{`The list has ${formatInteger(last)} ${last === 1 ? 'page' : 'pages'}.`}</p>
      </StatePanel>
    );
  }
  if (urlState.isFiltered) return <NoMatch list={list} urlState={urlState} />;
  if (inventory.missing) {
    return (
      <StatePanel
        icon={CircleAlert}
        title="Couldn’t load any monitors"
        actions={<Button onClick={onRefresh}>Try again</Button>}
      >
        <p>{`The API has ${formatInteger(inventory.total)}. ${missingMessage(inventory.missing)}`}</p>
      </StatePanel>
    );
  }
  if (inventory.state === 'reading') {
    return (
      <StatePanel icon={CircleDashed} title="Loading monitors">
        <p>They appear here as they load.</p>
      </StatePanel>
    );
  }
  return (
    <StatePanel
      icon={CircleSlash2}
      title="No monitors yet"
      actions={<Button onClick={onRefresh}>Refresh</Button>}
    >
      <p>
        This organization has no monitors. Create them in the monitoring service’s dashboard; they appear here
        automatically. If you expected some, the API key may belong to another organization.
      </p>
      <p>
        Last read <Age iso={list.meta.as_of} suffix=" ago" />.
      </p>
    </StatePanel>
  );
}
