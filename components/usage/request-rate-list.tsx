import { useState } from 'react';
import { bucketLabel } from './request-rate-messages';
import type { RateBucket } from './request-rate-model';

interface RequestRateListProps {
  title: string;
  buckets: readonly RateBucket[];
  now: number;
  timeZone: string | undefined;
}

/** The values of the chart as a collapsed list, newest first. Its items are rendered only when it is open. */
export function RequestRateList({ title, buckets, now, timeZone }: RequestRateListProps) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="mt-2">
      <summary className="w-fit py-1 text-ink-3 text-xs hover:text-ink">Show as list</summary>
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section aria-label={`${title}: list`} tabIndex={0} className="mt-1 max-h-56 overflow-y-auto">
          <ul className="flex flex-col gap-0.5 text-ink-2 text-xs">
            {buckets.toReversed().map((bucket) => (
              <li key={bucket.from}>{bucketLabel(bucket, now, timeZone)}</li>
            ))}
          </ul>
        </section>
      ) : null}
    </details>
  );
}
