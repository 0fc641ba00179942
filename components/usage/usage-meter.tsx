import { useNow } from '@/components/ui/clock';
import { Meter } from '@/components/ui/meter';
import type { UsageCounter } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/format';
import { toneOf } from './tone';
import { resetMessage } from './window-messages';

/** One window: how much is left, of how much, and when it begins anew. */
export function UsageMeter({ label, counter }: { label: string; counter: UsageCounter }) {
  const { limit, remaining, resets_at: resetsAt } = counter;
  const now = useNow();
  const known = limit !== null && remaining !== null;
  const words = known ? `${formatInteger(remaining)} of ${formatInteger(limit)} left` : 'not known';
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-ink-2">{label}</span>
        <span className="font-medium text-ink">{words}</span>
      </div>
      {known ? (
        <Meter label={label} words={words} value={remaining} max={limit} tone={toneOf(counter)} />
      ) : null}
      <span className="text-ink-3 text-xs">{resetMessage(resetsAt, now)}</span>
    </div>
  );
}
