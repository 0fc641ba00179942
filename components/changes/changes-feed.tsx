import { ChevronRight, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useTimeZone } from '@/components/ui/time-zone';
import { foldedMessage } from './change-messages';
import { ChangeMark, ChangeRow, changeRowGrid, rowCover } from './change-row';
import { daysOf, type FeedEntry, type FeedItem } from './feed';

/** The changes by day, the newest first. @param props.now epoch milliseconds */
export function ChangesFeed({ items, now }: { items: readonly FeedItem[]; now: number }) {
  const days = daysOf(items, now, useTimeZone());
  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface">
      {days.map(({ day, items: rows }) => (
        <section key={day} aria-label={day} className="border-line not-first:border-t">
          {/* Not sticky on a phone: the toolbar has two rows there and would cover it. */}
          <h2 className="sticky top-[46px] z-10 border-line border-b bg-raised px-4 py-1.5 font-semibold text-sm max-sm:static max-sm:px-3">
            {day}
          </h2>
          <ul className="py-1.5">
            {rows.map((item) => (
              <FeedItemRow
                key={item.kind === 'entry' ? item.entry.id : `${item.kind} ${item.at}`}
                item={item}
                now={now}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function FeedItemRow({ item, now }: { item: FeedItem; now: number }) {
  const zone = useTimeZone();
  switch (item.kind) {
    case 'read':
      return (
        <li className="flex items-center gap-3 px-4 py-1 font-medium text-accent text-xs before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent max-sm:px-3">
          You last looked here
        </li>
      );
    case 'gap': {
      const [from, to] = [Date.parse(item.gap.from), Date.parse(item.gap.to)];
      return (
        <li className="flex items-center gap-2 px-4 py-1.5 text-ink-3 text-xs max-sm:px-3">
          <EyeOff aria-hidden className="size-3.5 shrink-0" />
          {`Not observed from ${timeLabel(from, now, zone, to)} to ${timeLabel(to, now, zone, from)}`}
        </li>
      );
    }
    case 'entry':
      return <EntryRow entry={item.entry} />;
  }
}

/** The entries that are open. They are still open when the user returns to the page. */
const opened = new Set<string>();

/** A change; many folded changes are a row that opens to show them all. */
function EntryRow({ entry }: { entry: FeedEntry }) {
  const [isOpen, setOpen] = useState(() => opened.has(entry.id));
  const toggle = () => {
    if (isOpen) opened.delete(entry.id);
    else opened.add(entry.id);
    setOpen(!isOpen);
  };
  const zone = useTimeZone();
  const rows = entry.changes.map((change) => <ChangeRow key={change.id} change={change} />);
  const [first] = entry.changes;
  if (first === undefined || entry.changes.length === 1) return rows;
  const isOver = entry.changes.every(({ pair }) => pair !== null);
  return (
    <li>
      <div className={changeRowGrid}>
        <ChangeMark change={{ kind: first.kind, pair: isOver ? first.pair : null }} />
        <button
          type="button"
          data-row=""
          aria-expanded={isOpen}
          onClick={toggle}
          className={`${rowCover} col-span-2 flex min-w-0 items-baseline gap-1.5 text-left font-medium text-ink max-sm:col-span-1`}
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{foldedMessage(entry, zone)}</span>
          <ChevronRight
            aria-hidden
            className={`size-3.5 shrink-0 self-center text-ink-3 transition-transform duration-100 ${isOpen ? 'rotate-90' : ''}`}
          />
        </button>
      </div>
      {isOpen ? <ul className="border-line border-l-2 sm:ml-4">{rows}</ul> : null}
    </li>
  );
}
