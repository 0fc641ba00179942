import { CircleAlert, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/components/ui/clock';
import { Notice } from '@/components/ui/notice';
import type { MonitorList } from '@/lib/contract/answers';
import { formatAge, formatInteger } from '@/lib/format';
import { missingMessage } from './missing-message';

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
      <Notice tone="neutral" icon={Hourglass}>
        Loading monitors; none received yet.
      </Notice>
    );
  }
  if (inventory.missing === null) return <ReadingNotice inventory={inventory} answeredAt={answeredAt} />;
  return (
    <Notice tone="warning" icon={CircleAlert}>
      <b className="font-semibold">
        {formatInteger(inventory.read)} of {formatInteger(inventory.total)} monitors could be loaded.
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
    <Notice tone="neutral" icon={Hourglass} label="Loading">
      <b className="font-semibold">
        {formatInteger(read)} of {formatInteger(total)} monitors loaded
        {left === null ? '' : `, ${estimateLabel(left)}`}.
      </b>{' '}
      Counts, search and sorting cover only these for now.
    </Notice>
  );
}

/** How far the first reading of the monitors was at a moment (epoch milliseconds). */
export interface Progress {
  at: number;
  read: number;
}

/** So many answers back speed is measured: the reading is slowed and hastened as the API's limits allow. */
const REMEMBERED = 10;

/** The progress seen so far with one more. What falls back is a new reading, measured anew. */
export function withProgress(seen: readonly Progress[], next: Progress): readonly Progress[] {
  const last = seen.at(-1);
  if (last && next.read < last.read) return [next];
  if (last && next.at <= last.at) return seen;
  return [...seen, next].slice(-REMEMBERED);
}

/** In how many seconds all will be read at the speed seen; null while there is nothing to tell it from. */
export function secondsLeft(seen: readonly Progress[], total: number, now: number): number | null {
  const first = seen[0];
  const last = seen.at(-1);
  if (!first || !last || last.read <= first.read) return null;
  const perMs = (last.read - first.read) / (last.at - first.at);
  return Math.max(0, (total - last.read) / perMs - (now - last.at)) / 1000;
}

/** "complete in about 20 s". Round numbers: it is no more than an estimate. @param seconds as `secondsLeft` gives it */
export function estimateLabel(seconds: number): string {
  if (seconds < 5) return 'almost done';
  const step = seconds < 60 ? 5 : 60;
  return `complete in about ${formatAge(Math.ceil(seconds / step) * step)}`;
}
