import { RotateCw } from 'lucide-react';
import { usePreferences } from '@/components/ui/preferences';
import { formatInteger } from '@/lib/format';

interface RowStatusProps {
  /** How many rows wait to move, come or go. */
  changed: number;
  onUpdate: () => void;
  /** What was copied, or that it was refused. */
  copied: string | null;
  /** The last news of what is down. */
  news: { message: string; number: number };
}

const floating =
  'pointer-events-auto flex h-[30px] items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-ink shadow-popup';

/**
 * What is said about the rows: it floats at the lower edge of the table and takes no room, so that nothing moves. A
 * screen reader hears it when there is something new, not each time a number changes.
 */
export function RowStatus({ changed, onUpdate, copied, news }: RowStatusProps) {
  const [{ singleKeys }] = usePreferences();
  return (
    <>
      <div className="pointer-events-none sticky bottom-6 z-20 flex h-0 items-center justify-center gap-2">
        {changed > 0 ? (
          <button
            type="button"
            onClick={onUpdate}
            // Of one width: text that is centred would move with each number.
            className={`${floating} w-[198px] font-medium hover:bg-raised`}
          >
            <RotateCw className="size-3.5 shrink-0 text-accent" />
            <span className="flex-1 text-left">{`${formatInteger(changed)} changed, update`}</span>
            {singleKeys ? (
              <kbd
                aria-hidden
                className="rounded-sm border border-line px-1.5 font-mono text-ink-2 text-xs leading-4"
              >
                .
              </kbd>
            ) : null}
          </button>
        ) : null}
        {copied === null ? null : (
          <span key={copied} aria-hidden className={`${floating} max-w-[min(480px,80%)]`}>
            <span className="truncate">{copied}</span>
          </span>
        )}
      </div>
      <p role="status" className="sr-only">
        {changed > 0 ? 'Rows have changed; their order is held. Update shows the new one.' : ''}
      </p>
      <p role="status" className="sr-only">
        {copied}
      </p>
      <p role="status" className="sr-only">
        <span key={news.number}>{news.message}</span>
      </p>
    </>
  );
}
