import { type ReactNode, type RefObject, useState } from 'react';
import { targetParts } from '@/components/monitor/monitor-names';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import type { Coverage, Skipped } from '@/lib/contract/coverage';
import { skipLabels } from '@/lib/text/coverage-label';
import { formatInteger } from '@/lib/text/format';
import { MonitorLink } from './address-table';
import { listedBelow, markdownOfMonitors } from './coverage-messages';
import { SearchField } from './search-field';

/** How many entries are shown at first, and in addition each time. */
const STEP = 100;
/** How many examples are shown beside a closed reason. */
const BESIDE = 4;

/** What looks like an address and was not compared, by reason: the first tokens of each, more when it is opened. */
export function SkippedTokens(props: { skipped: Skipped; heading?: RefObject<HTMLHeadingElement | null> }) {
  const { skipped, heading } = props;
  if (skipped.length === 0) return null;
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby="skipped" className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 id="skipped" ref={heading} tabIndex={-1} className="scroll-mt-24 px-4 py-2.5 font-medium text-ink">
        {`Not compared: ${formatInteger(total)}`}
      </h2>
      {skipped.map(({ reason, count, examples }) => (
        <Folded
          key={reason}
          title={skipLabels[reason].title}
          count={count}
          beside={examples
            .slice(0, BESIDE)
            .map(({ text }) => text)
            .join('  ')}
          note={skipLabels[reason].meaning}
          entries={examples}
          render={({ line, text }) => (
            <span className="flex gap-3">
              <span className="shrink-0 text-ink-3">{`Line ${formatInteger(line)}`}</span>
              <code translate="no" className="min-w-0 font-mono text-ink text-sm [overflow-wrap:anywhere]">
                {text}
              </code>
            </span>
          )}
          className="border-line border-t"
        />
      ))}
    </section>
  );
}

/** The monitors that are not on the list, and what takes others from them. */
export function LeftMonitors({ coverage: { data, not_listed, meta } }: { coverage: Coverage }) {
  const below = listedBelow(data);
  return (
    <div className="flex flex-col gap-1.5">
      {meta.monitors_not_listed === 0 ? null : (
        <Folded
          title="Monitors whose host is not on the list"
          count={meta.monitors_not_listed}
          entries={not_listed}
          copy={markdownOfMonitors}
          searched={(monitor) => `${monitor.name} ${targetParts(monitor).join('')}`}
          render={(monitor) => (
            <span className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
              <MonitorLink monitor={monitor} />
              <span translate="no" className="min-w-0 truncate text-ink-2">
                {targetParts(monitor).join('')}
              </span>
            </span>
          )}
          className="rounded-lg border border-line bg-surface"
        />
      )}
      {below === null ? null : <p className="text-ink-2">{below}</p>}
    </div>
  );
}

/**
 * A folded list.
 *
 * @param props.count the number of all entries; `entries` may have fewer
 * @param props.searched the text of an entry that is searched; without it there is no search
 * @param props.copy the found entries as Markdown
 */
function Folded<T>(props: {
  title: string;
  count: number;
  beside?: string;
  note?: string;
  entries: readonly T[];
  searched?: (entry: T) => string;
  copy?: (entries: readonly T[]) => string;
  render: (entry: T) => ReactNode;
  className: string;
}) {
  const { title, count, beside, note, entries, searched, copy, render, className } = props;
  const [shown, setShown] = useState(STEP);
  const [word, setWord] = useState('');
  const part = word.trim().toLowerCase();
  const found =
    searched === undefined || part === ''
      ? entries
      : entries.filter((entry) => searched(entry).toLowerCase().includes(part));
  const rest = (part === '' ? count : found.length) - Math.min(shown, found.length);
  return (
    <details className={`group ${className}`}>
      <summary className="cursor-default px-4 py-2 outline-offset-[-2px] hover:bg-raised">
        <span className="text-ink">{`${title}: ${formatInteger(count)}`}</span>
        {beside === undefined ? null : (
          <code
            translate="no"
            aria-hidden
            className="ml-3 font-mono text-ink-3 text-xs [overflow-wrap:anywhere] group-open:hidden"
          >
            {beside.length > 160 ? `${beside.slice(0, 160)}…` : beside}
          </code>
        )}
      </summary>
      {note === undefined ? null : <p className="px-4 pb-1 text-ink-2">{note}</p>}
      {searched === undefined ? null : (
        <div className="flex flex-wrap items-center gap-2 px-4 pt-1">
          <SearchField
            label={`Search in ${title.toLowerCase()}`}
            placeholder="Search by name or target"
            value={word}
            onChange={setWord}
          />
          {copy === undefined ? null : <CopyButton text={copy(found)} label="Copy as Markdown" />}
        </div>
      )}
      {found.length === 0 ? <p className="px-4 pt-2 text-ink-2">{`None has “${word}”.`}</p> : null}
      <ul className="grid gap-1.5 px-4 py-2">
        {found.slice(0, shown).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a list never move.
          <li key={index} className="min-w-0">
            {render(entry)}
          </li>
        ))}
      </ul>
      {rest === 0 ? null : (
        <p className="flex items-center gap-3 px-4 pb-3 text-ink-2">
          {`${formatInteger(rest)} more`}
          {shown < found.length ? <Button onClick={() => setShown(shown + STEP)}>Show more</Button> : null}
        </p>
      )}
    </details>
  );
}
