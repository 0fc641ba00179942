import { useState } from 'react';
import type { Bucket } from '@/components/time-chart/buckets';
import { timeLabel } from '@/components/time-chart/time-labels';
import type { FleetSlot } from '@/lib/contract/changes';
import { formatInteger } from '@/lib/format';
import { worstOf } from './fleet-messages';

interface FleetListProps {
  buckets: readonly Bucket<FleetSlot>[];
  now: number;
  timeZone: string | undefined;
}

/** The values of the chart as a collapsed table, the newest first. It is rendered only when it is open. */
export function FleetList({ buckets, now, timeZone }: FleetListProps) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="mt-2">
      <summary className="w-fit py-1 text-ink-3 text-xs hover:text-ink">Show as table</summary>
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section aria-label="Down and overdue: table" tabIndex={0} className="mt-1 max-h-56 overflow-y-auto">
          <table className="w-full max-w-md text-left text-ink-2 text-xs">
            <thead>
              <tr className="text-ink-3">
                <th scope="col" className="py-0.5 font-normal">
                  From
                </th>
                <th scope="col" className="py-0.5 text-right font-normal">
                  Down
                </th>
                <th scope="col" className="py-0.5 text-right font-normal">
                  Overdue
                </th>
              </tr>
            </thead>
            <tbody>
              {buckets
                .filter(({ from }) => from <= now)
                .toReversed()
                .map((bucket) => {
                  const worst = worstOf(bucket);
                  return (
                    <tr key={bucket.from}>
                      <th scope="row" className="py-0.5 font-normal">
                        {timeLabel(bucket.from, now, timeZone)}
                      </th>
                      {worst === null ? (
                        <td colSpan={2} className="py-0.5 text-right text-ink-3">
                          not observed
                        </td>
                      ) : (
                        <>
                          <td className="py-0.5 text-right">{formatInteger(worst.down)}</td>
                          <td className="py-0.5 text-right">{formatInteger(worst.overdue)}</td>
                        </>
                      )}
                    </tr>
                  );
                })}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}
