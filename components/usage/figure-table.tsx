import { useState } from 'react';
import { formatInteger } from '@/lib/format';
import type { Point } from './burn-down-model';
import { momentLabel } from './moment-labels';

interface FigureTableProps {
  title: string;
  points: readonly Point[];
  now: number;
  timeZone: string | undefined;
}

/** The chart's values to read, newest first. They are made only when they are asked for. */
export function FigureTable({ title, points, now, timeZone }: FigureTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="mt-2">
      <summary className="w-fit py-1 text-ink-3 text-xs hover:text-ink">
        {formatInteger(points.length)} observed values as a table
      </summary>
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section aria-label={`${title}: table`} tabIndex={0} className="mt-1 max-h-56 overflow-y-auto">
          <table className="text-xs">
            <caption className="sr-only">{title}, newest first</caption>
            <thead>
              <tr className="text-ink-3">
                <th scope="col" className="pr-6 text-left font-medium">
                  Observed
                </th>
                <th scope="col" className="text-right font-medium">
                  Left
                </th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ at, left }) => (
                <tr key={at}>
                  <td className="pr-6 text-ink-2">{momentLabel(at, now, timeZone)}</td>
                  <td className="text-right text-ink">{formatInteger(left)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}
