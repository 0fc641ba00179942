import { RotateCw, X } from 'lucide-react';
import { ConditionMark } from '@/components/monitor/condition-badge';
import { KeyHint } from '@/components/ui/key-caps';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { countOf } from '../count-of';
import { useDownAnnouncement } from './use-down-announcement';
import { useNewlyDown } from './use-newly-down';

const floating =
  'pointer-events-auto flex h-[30px] items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-ink shadow-popup';

/**
 * The pill with the buttons for held changes and for monitors that went down while this tab was open. It floats at the
 * bottom of the window, above the sticky pager and below a `Toast`, so that it shifts no layout. The live regions announce
 * new events, not each change of a number.
 */
export function RowStatus(props: {
  list: MonitorList;
  loadedQuery: string | null;
  /** Whether the list has only monitors that are down. */
  isDownOnly: boolean;
  /** The number of held changes: rows that will move, be added or be removed. */
  changed: number;
  onUpdate: () => void;
  onShowDown: () => void;
}) {
  'use memo';
  const { list, loadedQuery, isDownOnly, changed, onUpdate, onShowDown } = props;
  const areShown = isDownOnly && countOf(list) === list.meta.inventory.counts?.condition.down;
  const { count, mayBeMore, dismiss } = useNewlyDown(list.meta, areShown);
  const isRead = list.meta.inventory.state !== 'reading';
  const down = isRead && list.facets ? (list.facets.condition.get('down') ?? 0) : null;
  const news = useDownAnnouncement(loadedQuery, down);
  return (
    <>
      <div
        data-afloat={count > 0 || changed > 0 ? '' : undefined}
        className="pointer-events-none fixed inset-x-0 bottom-14 z-20 flex justify-center px-3 short:bottom-2 max-sm:bottom-3"
      >
        {count > 0 || changed > 0 ? (
          // One pill, because a monitor that goes down is usually also a change of the rows.
          <span className={floating}>
            {count > 0 ? (
              <>
                <ConditionMark condition="down" />
                <span>{`${count}${mayBeMore ? '+' : ''} newly down`}</span>
                <button
                  type="button"
                  aria-label="Show newly down"
                  onClick={() => {
                    dismiss();
                    onShowDown();
                  }}
                  className="font-medium text-accent hover:underline"
                >
                  Show
                </button>
                <button
                  type="button"
                  aria-label="Dismiss newly down"
                  title="Dismiss"
                  onClick={dismiss}
                  className="grid size-6 place-items-center rounded-full text-ink-3 hover:bg-raised hover:text-ink"
                >
                  <X className="size-3.5" />
                </button>
              </>
            ) : null}
            {changed > 0 ? (
              <button
                type="button"
                onClick={onUpdate}
                className={`flex h-full items-center gap-2 font-medium hover:underline ${count > 0 ? 'border-line border-l pl-3' : 'w-[200px]'}`}
              >
                <RotateCw className="size-3.5 shrink-0 text-accent" />
                <span className="flex-1 text-left">
                  {`${formatInteger(changed)} ${changed === 1 ? 'change' : 'changes'} · Update`}
                </span>
                <KeyHint cap="." />
              </button>
            ) : null}
          </span>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {changed > 0 ? 'Rows have changed. Press Update to show the new order.' : ''}
      </p>
      <p role="status" className="sr-only">
        <span key={news.number}>{news.message}</span>
      </p>
    </>
  );
}
