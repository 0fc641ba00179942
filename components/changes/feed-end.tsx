import { Button } from '@/components/ui/button';
import { useTimeZone } from '@/components/ui/time-zone';
import type { HistoryMeta } from '@/lib/contract/changes';
import { oldestObservationMessage, rememberedMessage } from './remembered-messages';

interface FeedEndProps {
  meta: HistoryMeta;
  /** The beginning of the time range, epoch milliseconds. */
  since: number;
  /** Whether changes before the time range may be unread. */
  hasOlderUnread: boolean;
  /** Epoch milliseconds. */
  now: number;
  /** Null: there are no older changes. */
  onOlder: (() => void) | null;
  isLoading: boolean;
}

/** What follows the last change: a button for older ones, or how far back they go. */
export function FeedEnd({ meta, since, hasOlderUnread, now, onOlder, isLoading }: FeedEndProps) {
  const timeZone = useTimeZone();
  if (onOlder !== null) {
    return (
      <div className="flex justify-center py-4">
        <Button onClick={isLoading ? undefined : onOlder} aria-disabled={isLoading}>
          {isLoading ? 'Loading…' : 'Show older changes'}
        </Button>
      </div>
    );
  }
  if (meta.observed_from === null) return null;
  const from = Date.parse(meta.observed_from);
  return (
    <p className="py-4 text-center text-ink-3 text-xs">
      {from > since
        ? oldestObservationMessage(from, now, timeZone)
        : hasOlderUnread
          ? 'There may be older unread changes before this time range.'
          : `That is all of this time range. ${rememberedMessage(meta)}`}
    </p>
  );
}
