import { Age } from '@/components/ui/age';
import { useNow } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import { Meter } from '@/components/ui/meter';
import { PopoverFrame } from '@/components/ui/popover-frame';
import type { Usage, UsageCounter } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/format';
import { toneOf } from './tone';
import { resetMessage } from './window-messages';

/** The three windows, and the way to the page that explains them. */
export function UsagePopover({ usage }: { usage: Usage['data'] }) {
  const { rate_limit: minute, daily, monthly } = usage;
  return (
    <PopoverFrame
      title="API requests left"
      titled
      align="end"
      className="w-[min(340px,calc(100vw-16px))] p-4"
    >
      {() => (
        <div className="flex flex-col gap-4">
          <UsageMeter label="This minute" counter={minute} />
          <UsageMeter label="Today" counter={daily} />
          <UsageMeter label="This month" counter={monthly} />
          <p className="text-ink-3 text-xs">
            {usage.observed_at ? (
              <>
                Seen in the API’s answers <Age iso={usage.observed_at} /> ago. The API does not publish when
                its day and month begin.
              </>
            ) : (
              'The API has not been asked yet.'
            )}
          </p>
          <Link href="/usage" className="w-fit text-accent hover:underline">
            Open the usage page
          </Link>
        </div>
      )}
    </PopoverFrame>
  );
}

/** One window: how much is left, of how much, and when it begins anew. */
function UsageMeter({ label, counter }: { label: string; counter: UsageCounter }) {
  const { limit, remaining, resets_at: resetsAt } = counter;
  const now = useNow();
  const known = limit !== null && remaining !== null;
  const valueText = known ? `${formatInteger(remaining)} of ${formatInteger(limit)} left` : 'not known';
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-ink-2">{label}</span>
        <span className="font-medium text-ink">{valueText}</span>
      </div>
      {known ? (
        <Meter label={label} valueText={valueText} value={remaining} max={limit} tone={toneOf(counter)} />
      ) : null}
      <span className="text-ink-3 text-xs">{resetMessage(resetsAt, now)}</span>
    </div>
  );
}
