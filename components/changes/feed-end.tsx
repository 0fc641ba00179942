import { timeLabel } from '@/components/time-chart/time-labels';
import { Button } from '@/components/ui/button';
import { useTicking } from '@/components/ui/clock';
import { useTimeZone } from '@/components/ui/time-zone';
import type { HistoryMeta } from '@/lib/contract/changes';
import { DAY_MS, type HistoryDays } from '@/lib/contract/history-days';

interface FeedEndProps {
  meta: HistoryMeta;
  days: HistoryDays;
  /** Null: there are no older changes. */
  onOlder: (() => void) | null;
  isLoading: boolean;
}

/** What follows the last change: a button for older ones, or since when Sightline has been watching. */
export function FeedEnd({ meta, days, onOlder, isLoading }: FeedEndProps) {
  const timeZone = useTimeZone();
  const now = useTicking((time) => Math.floor(time / DAY_MS) * DAY_MS);
  if (onOlder !== null) {
    return (
      <div className="flex justify-center py-4">
        <Button onClick={onOlder} disabled={isLoading}>
          {isLoading ? 'Loading…' : 'Show older changes'}
        </Button>
      </div>
    );
  }
  if (meta.observed_from === null) return null;
  const since = Date.parse(meta.observed_from);
  return (
    <p className="py-4 text-center text-ink-3 text-xs">
      {since > now - days * DAY_MS
        ? `Sightline has been watching since ${timeLabel(since, now, timeZone)}.`
        : `That is all of this time range. Sightline remembers ${meta.kept_days} days.`}
    </p>
  );
}
