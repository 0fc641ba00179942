import { CircleAlert, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/components/ui/clock';
import { Notice } from '@/components/ui/notice';
import type { InventoryState, MonitorList } from '@/lib/contract/responses';
import { formatAge, formatInteger } from '@/lib/text/format';
import { missingMessage } from './missing-message';

/** A notice that the list is incomplete: other monitors are still being read, or could not be read. */
export function InventoryNotice(props: {
  /** Null while nothing has been read. */
  inventory: InventoryState | null;
  /** The crawl that is under way; null: none. */
  reading: MonitorList['meta']['reading'];
}) {
  const { inventory, reading } = props;
  if (inventory === null) {
    return (
      <Notice tone="neutral" icon={Hourglass}>
        Loading monitors; none received yet.
      </Notice>
    );
  }
  if (inventory.missing === null) return <ReadingNotice inventory={inventory} reading={reading} />;
  return (
    <Notice tone="warning" icon={CircleAlert}>
      <b className="font-semibold">
        {formatInteger(inventory.read)} of {formatInteger(inventory.total)} monitors could be loaded.
      </b>{' '}
      {missingMessage(inventory.missing)}
    </Notice>
  );
}

/** A notice during the first crawl, with the progress and the estimated remaining time. */
function ReadingNotice(props: { inventory: InventoryState; reading: MonitorList['meta']['reading'] }) {
  const { inventory, reading } = props;
  const { read, total } = inventory;
  const now = useNow();
  /** When this many were read. */
  const [seen, setSeen] = useState({ read, at: now });
  if (seen.read !== read) setSeen({ read, at: now });
  const left = reading && secondsLeft(inventory, seen.at - Date.parse(reading.started_at));
  return (
    <Notice tone="neutral" icon={Hourglass} label="Loading">
      <b className="font-semibold">
        {formatInteger(read)} of {formatInteger(total)} monitors loaded
        {left === null ? '' : `, ${estimateLabel(left - (now - seen.at) / 1000)}`}.
      </b>{' '}
      Counts, search and sorting cover only these for now.
    </Notice>
  );
}

/** The estimated seconds until all monitors are read, at the mean speed so far; null before there is any. */
export function secondsLeft(
  { read, total }: Pick<InventoryState, 'read' | 'total'>,
  elapsedMs: number,
): number | null {
  return read === 0 ? null : (elapsedMs / 1000 / read) * (total - read);
}

/** A rounded estimate such as "complete in about 20 s". */
export function estimateLabel(seconds: number): string {
  if (seconds < 5) return 'almost done';
  const step = seconds < 60 ? 5 : 60;
  return `complete in about ${formatAge(Math.ceil(seconds / step) * step)}`;
}
