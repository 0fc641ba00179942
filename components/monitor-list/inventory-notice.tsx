import { CircleAlert, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/components/ui/clock';
import { Notice } from '@/components/ui/notice';
import type { InventoryState } from '@/lib/contract/responses';
import { formatAge, formatInteger } from '@/lib/text/format';
import { missingMessage } from './missing-message';

/** A notice that the list is incomplete: other monitors are still being read, or could not be read. */
export function InventoryNotice(props: {
  /** Null while nothing has been read. */
  inventory: InventoryState | null;
  /** The time of the last response, in milliseconds since the epoch; also of one without new data. */
  answeredAt: number;
}) {
  const { inventory, answeredAt } = props;
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

/** A notice during the first crawl, with the progress and the estimated remaining time. */
function ReadingNotice({ inventory, answeredAt }: { inventory: InventoryState; answeredAt: number }) {
  const { read, total } = inventory;
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

/** The number of monitors read (`read`) at a time (`at`, in milliseconds since the epoch). */
export interface Progress {
  at: number;
  read: number;
}

/** The number of responses for measuring the speed, which varies with the rate limits of the API. */
const MAX_SAMPLES = 10;

/** The progress so far with one more sample. A lower number of read monitors is a new crawl and resets it. */
export function withProgress(seen: readonly Progress[], next: Progress): readonly Progress[] {
  const last = seen.at(-1);
  if (last && next.read < last.read) return [next];
  if (last && next.at <= last.at) return seen;
  return [...seen, next].slice(-MAX_SAMPLES);
}

/** The estimated seconds until all monitors are read; null without progress. */
export function secondsLeft(seen: readonly Progress[], total: number, now: number): number | null {
  const first = seen[0];
  const last = seen.at(-1);
  if (!first || !last || last.read <= first.read) return null;
  const perMs = (last.read - first.read) / (last.at - first.at);
  return Math.max(0, (total - last.read) / perMs - (now - last.at)) / 1000;
}

/** A rounded estimate such as "complete in about 20 s". @param seconds the result of `secondsLeft` */
export function estimateLabel(seconds: number): string {
  if (seconds < 5) return 'almost done';
  const step = seconds < 60 ? 5 : 60;
  return `complete in about ${formatAge(Math.ceil(seconds / step) * step)}`;
}
