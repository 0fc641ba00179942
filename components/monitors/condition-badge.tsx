'use client';

import { useTicking } from '@/components/ui/clock';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { formatAge } from '@/lib/format';
import { ConditionMark } from './condition-mark';
import { conditionWord } from './condition-words';

const ink: Record<Condition, string> = {
  down: 'text-down font-medium',
  overdue: 'text-overdue font-medium',
  pending: 'text-pending',
  up: 'text-ink-3',
  inactive: 'text-idle',
};

type Shown = Pick<ListedMonitor, 'condition' | 'last_status' | 'last_check_at' | 'observed_since'>;

/** Shape, word and colour of a condition. `long` spells out what "silent" means. */
export function ConditionBadge({ monitor, long = false }: { monitor: Shown; long?: boolean }) {
  const { condition } = monitor;
  return (
    <span className={`inline-flex max-w-full items-center gap-1.5 align-middle ${ink[condition]}`}>
      <ConditionMark condition={condition} />
      <span className="truncate [unicode-bidi:plaintext]">
        <Words monitor={monitor} long={long} />
      </span>
    </span>
  );
}

function Words({ monitor, long }: { monitor: Shown; long: boolean }) {
  if (monitor.condition === 'overdue' && monitor.last_check_at !== null) {
    return <Silence since={monitor.last_check_at} long={long} />;
  }
  if (monitor.condition === 'down') return <DownFor since={monitor.observed_since} />;
  return conditionWord(monitor);
}

/** Less than this is no news: it may just have been read for the first time. Seconds. */
const WORTH_SAYING_S = 60;

/** The API does not say since when a monitor is down; it has been so at least for as long as it was seen so. */
function DownFor({ since }: { since: string }) {
  const words = useTicking((now) => {
    const seconds = (now - Date.parse(since)) / 1000;
    return seconds < WORTH_SAYING_S ? 'Down' : `Down ≥ ${formatAge(seconds)}`;
  });
  return (
    <span title="Seen down by Sightline for this long; the API does not say since when it is.">{words}</span>
  );
}

/** Green can lie: the last word was "up", but none has come for longer than there should. */
function Silence({ since, long }: { since: string; long: boolean }) {
  const age = useTicking((now) => formatAge((now - Date.parse(since)) / 1000));
  return long ? `Last seen up, but silent for ${age}` : `Silent ${age}`;
}
