import { ChevronRight, EyeOff } from 'lucide-react';
import { Fragment, useState } from 'react';
import { timeLabel } from '@/components/time-chart/time-labels';
import { formatInteger } from '@/lib/text/format';
import { ChangeMark } from './change-mark';
import { ChangeRow, changeRowGrid } from './change-row';
import { ExactInterval } from './exact-interval';
import type { FoldedEntry } from './fold-changes';
import { foldedMessage, spanOf } from './fold-messages';
import { hoursOf, type TimelineItem } from './timeline';

interface ChangesFeedProps {
  items: readonly TimelineItem[];
  /** The server's time, epoch milliseconds. */
  now: number;
  timeZone: string | undefined;
}

/** The changes by day and hour, the newest first. */
export function ChangesFeed({ items, ...shared }: ChangesFeedProps) {
  const hours = hoursOf(items, shared.now, shared.timeZone);
  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface">
      {hours.map((hour, place) => (
        <Fragment key={hour.key}>
          {hour.day === hours[place - 1]?.day ? null : (
            // The heading is not sticky on a phone: the toolbar has two rows there and would cover it.
            <h2 className="sticky top-[46px] z-10 border-line border-b bg-raised px-4 py-1.5 font-semibold text-sm not-first:border-t max-sm:static max-sm:px-3">
              {hour.day}
            </h2>
          )}
          <section aria-label={`${hour.day}, ${hour.clock}`} className="border-line border-b last:border-b-0">
            <h3 className="flex gap-2 px-4 pt-2 pb-0.5 text-ink-3 text-xs max-sm:px-3">
              <span className="font-medium text-ink-2">{hour.clock}</span>
              {countOf(hour.items)}
            </h3>
            <ul className="pb-1.5">
              {hour.items.map((item) => (
                <TimelineRow key={keyOf(item)} item={item} {...shared} />
              ))}
            </ul>
          </section>
        </Fragment>
      ))}
    </div>
  );
}

function keyOf(item: TimelineItem): string {
  return item.kind === 'entry' ? item.entry.id : `${item.kind} ${item.at}`;
}

function TimelineRow({ item, ...shared }: Omit<ChangesFeedProps, 'items'> & { item: TimelineItem }) {
  const { now, timeZone } = shared;
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
          {`Not observed from ${timeLabel(from, now, timeZone)} to ${timeLabel(to, now, timeZone)}`}
        </li>
      );
    }
    case 'entry': {
      const { entry } = item;
      if (entry.common === null) {
        return <ChangeRow change={entry.changes[0]} timeZone={timeZone} />;
      }
      return <FoldedRow entry={entry} timeZone={timeZone} />;
    }
  }
}

/** "14 changes" */
function countOf(items: readonly TimelineItem[]): string {
  const count = items.reduce((sum, item) => sum + (item.kind === 'entry' ? item.entry.changes.length : 0), 0);
  return `${formatInteger(count)} ${count === 1 ? 'change' : 'changes'}`;
}

interface FoldedRowProps {
  entry: FoldedEntry;
  timeZone: string | undefined;
}

/** Many changes as one row, which opens to show them all. */
function FoldedRow({ entry, timeZone }: FoldedRowProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = entry.changes;
  if (first === undefined) return null;
  const span = spanOf(entry);
  return (
    <li>
      <div className={`${changeRowGrid} relative hover:bg-raised`}>
        <ExactInterval interval={span} />
        <span className="self-center">
          <ChangeMark kind={first.kind} />
        </span>
        <button
          type="button"
          data-row=""
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="col-span-2 flex min-w-0 scroll-mt-24 scroll-mb-4 items-baseline gap-1.5 text-left font-medium text-ink after:absolute after:inset-0 max-sm:col-span-1"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{foldedMessage(entry, timeZone)}</span>
          <ChevronRight
            aria-hidden
            className={`size-3.5 shrink-0 self-center text-ink-3 transition-transform duration-100 ${isOpen ? 'rotate-90' : ''}`}
          />
        </button>
      </div>
      {isOpen ? (
        <ul className="border-line border-l-2 sm:ml-4">
          {entry.changes.map((change) => (
            <ChangeRow key={change.id} change={change} timeZone={timeZone} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
