import { flushSync } from 'react-dom';
import { configuredReset } from '@/components/refresh-interval/configured-reset';
import { Age } from '@/components/ui/age';
import { useNow } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import { Meter } from '@/components/ui/meter';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import type { Usage, UsageCounter } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/text/format';
import { toneOf } from './tone';
import { useUsageBanner } from './use-usage-banner';
import { resetMessage } from './window-messages';

/** The popover with the three windows and a link to the usage page. */
export function UsagePopover({ trigger, usage }: { trigger: TriggerProps; usage: Usage['data'] }) {
  const { rate_limit: minute, daily, monthly } = usage;
  const { isShown, expand } = useUsageBanner();
  return (
    <PopoverFrame
      trigger={trigger}
      title="API requests left"
      titled
      align="end"
      className="w-[min(340px,calc(100vw-16px))] p-4"
    >
      {(close) => (
        <div className="flex flex-col gap-4">
          <UsageMeter label="This minute" counter={minute} isMinute />
          <UsageMeter label="Today" counter={daily} resetTime={configuredReset(usage, 'daily')} />
          <UsageMeter label="This month" counter={monthly} resetTime={configuredReset(usage, 'monthly')} />
          <p className="text-ink-3 text-xs">
            {usage.observed_at ? (
              <>
                Seen in the API’s answers <Age iso={usage.observed_at} /> ago.
              </>
            ) : (
              'No API requests yet.'
            )}
          </p>
          <span className="flex gap-4">
            <Link href="/usage" className="text-accent hover:underline">
              View usage
            </Link>
            {isShown ? null : (
              <button
                type="button"
                onClick={() => {
                  flushSync(expand);
                  // The button that opened the popover is hidden now, so the focus cannot return to it.
                  document.querySelector<HTMLElement>('[data-collapse-usage]')?.focus();
                  close();
                }}
                className="text-accent hover:underline"
              >
                Show as banner
              </button>
            )}
          </span>
        </div>
      )}
    </PopoverFrame>
  );
}

/** One window: remaining requests and limit, a meter, and the reset. */
function UsageMeter({
  label,
  counter,
  resetTime = null,
  isMinute = false,
}: {
  label: string;
  counter: UsageCounter;
  resetTime?: string | null;
  isMinute?: boolean;
}) {
  const { limit, remaining, resets_at: resetsAt } = counter;
  const now = useNow();
  const known = limit !== null && remaining !== null;
  const valueText = known ? `${formatInteger(remaining)} of ${formatInteger(limit)} left` : 'no data yet';
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <span className="text-ink-2">{label}</span>
        <span className="font-medium text-ink">{valueText}</span>
      </div>
      {known ? (
        <Meter label={label} valueText={valueText} value={remaining} max={limit} tone={toneOf(counter)} />
      ) : null}
      <span className="text-ink-3 text-xs">
        {resetsAt !== null
          ? resetMessage(resetsAt, now, resetTime)
          : isMinute
            ? 'New minute, nothing used yet'
            : null}
      </span>
    </div>
  );
}
