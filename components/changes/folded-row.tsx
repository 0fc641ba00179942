import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { ChangeMark } from './change-mark';
import { ChangeRow, changeRowGrid } from './change-row';
import { ExactInterval } from './exact-interval';
import type { FoldedEntry } from './fold-changes';
import { foldedMessage, spanOf } from './fold-messages';

interface FoldedRowProps {
  entry: FoldedEntry;
  timeZone: string | undefined;
}

/** Many changes as one row, which opens to show them all. */
export function FoldedRow({ entry, timeZone }: FoldedRowProps) {
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
