import { CircleAlert, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/components/ui/clock';
import { Notice } from '@/components/ui/notice';
import type { MonitorList } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';
import { missingMessage } from './missing-message';
import { estimateLabel, secondsLeft, withProgress } from './reading-estimate';

type Inventory = MonitorList['meta']['inventory'];

interface InventoryNoticeProps {
  /** Null while nothing has been read. */
  inventory: Inventory | null;
  /** Changes with each answer, also with one that brings nothing new. */
  answeredAt: number;
}

/** Says that these are not all monitors: the others are still being read, or could not be. */
export function InventoryNotice({ inventory, answeredAt }: InventoryNoticeProps) {
  if (inventory === null) {
    return (
      <Notice tone="quiet" icon={Hourglass}>
        The monitors are being read; nothing has arrived yet.
      </Notice>
    );
  }
  if (inventory.missing === null) return <ReadingNotice inventory={inventory} answeredAt={answeredAt} />;
  return (
    <Notice tone="near" icon={CircleAlert}>
      <b className="font-semibold">
        {formatInteger(inventory.read)} of {formatInteger(inventory.total)} monitors were read.
      </b>{' '}
      {missingMessage(inventory.missing)}
    </Notice>
  );
}

/** Said while the first crawl is under way: when the rest will be there. */
function ReadingNotice({
  inventory: { read, total },
  answeredAt,
}: {
  inventory: Inventory;
  answeredAt: number;
}) {
  const now = useNow();
  const [seen, setSeen] = useState({ answeredAt, progress: withProgress([], { at: now, read }) });
  if (seen.answeredAt !== answeredAt) {
    setSeen({ answeredAt, progress: withProgress(seen.progress, { at: now, read }) });
  }
  const left = secondsLeft(seen.progress, total, now);
  return (
    <Notice tone="quiet" icon={Hourglass} label="Reading">
      <b className="font-semibold">
        {formatInteger(read)} of {formatInteger(total)} monitors read
        {left === null ? '' : `, ${estimateLabel(left)}`}.
      </b>{' '}
      Counts, search and order cover these only, until the rest has arrived.
    </Notice>
  );
}
