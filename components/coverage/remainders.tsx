import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Coverage } from '@/lib/contract/coverage';
import { formatInteger } from '@/lib/text/format';
import { MonitorLink } from './monitor-link';

/** How many entries are shown at first, and in addition each time. */
const STEP = 100;

/** What the answers do not show: monitors that are not on the list, duplicates, and what was not understood. */
export function Remainders({ coverage: { not_listed, meta } }: { coverage: Coverage }) {
  return (
    <div className="flex flex-col gap-2">
      <Remainder
        title="Not understood"
        count={meta.not_understood_count}
        entries={meta.not_understood}
        render={({ line, text }) => (
          <span className="flex gap-3">
            <span className="shrink-0 text-ink-3">{`Line ${formatInteger(line)}`}</span>
            <code translate="no" className="min-w-0 font-mono text-ink text-sm [overflow-wrap:anywhere]">
              {text}
            </code>
          </span>
        )}
      />
      <Remainder
        title="More than once on the list"
        count={meta.duplicates.length}
        entries={meta.duplicates}
        render={(address) => (
          <span translate="no" className="[overflow-wrap:anywhere]">
            {address}
          </span>
        )}
      />
      <Remainder
        title="Monitors whose host is not on the list"
        count={meta.monitors_not_listed}
        entries={not_listed}
        render={(monitor) => (
          <span className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
            <MonitorLink monitor={monitor} />
            <span translate="no" className="min-w-0 truncate text-ink-2">
              {monitor.target}
            </span>
          </span>
        )}
      />
    </div>
  );
}

/** A folded list. @param props.count the number of all entries; `entries` may have fewer */
function Remainder<T>(props: {
  title: string;
  count: number;
  entries: readonly T[];
  render: (entry: T) => ReactNode;
}) {
  const { title, count, entries, render } = props;
  const [shown, setShown] = useState(STEP);
  if (count === 0) return null;
  const rest = count - Math.min(shown, entries.length);
  return (
    <details className="rounded-lg border border-line bg-surface">
      <summary className="cursor-default px-4 py-2.5 font-medium text-ink">
        {`${title}: ${formatInteger(count)}`}
      </summary>
      <ul className="grid gap-1.5 border-line border-t px-4 py-2.5">
        {entries.slice(0, shown).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a list never move.
          <li key={index} className="min-w-0">
            {render(entry)}
          </li>
        ))}
      </ul>
      {rest === 0 ? null : (
        <p className="flex items-center gap-3 px-4 pb-3 text-ink-2">
          {`${formatInteger(rest)} more`}
          {shown < entries.length ? <Button onClick={() => setShown(shown + STEP)}>Show more</Button> : null}
        </p>
      )}
    </details>
  );
}
