import { useNow } from '@/components/ui/clock';
import { Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { learnedMessage } from './reset-messages';

/** Why the time of a reset is unknown, and what has been learned of it so far. */
export function ResetsExplained({ data }: { data: Usage['data'] }) {
  const now = useNow();
  const timeZone = useTimeZone();
  return (
    <Panel title="When the day and the month begin anew">
      <div className="flex flex-col gap-2 px-4 py-3 text-ink-2">
        <p>
          The API tells how many seconds the minute has left. When its day and its month begin, in which zone,
          it does not publish, and Sightline does not assume midnight.
        </p>
        <p>
          It learns the day’s beginning when it sees the counter go back up at the same time on two days.
          Months differ in length, so theirs stays unknown.
        </p>
        <h3 className="pt-1 font-medium text-ink">Learned so far</h3>
        <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-ink-3">
          <li>{learnedMessage(data, 'daily', now, timeZone)}</li>
          <li>{learnedMessage(data, 'monthly', now, timeZone)}</li>
        </ul>
      </div>
    </Panel>
  );
}
