import { configuredReset } from '@/components/refresh/refresh-messages';
import type { Usage } from '@/lib/contract/usage';
import { formatAge, formatInteger, formatShare } from '@/lib/text/format';
import { toneOf } from './usage-summary';

export type UsageWindow = ReturnType<typeof usageWindows>[number];

/** The three windows, as banner and page show them. */
export function usageWindows(usage: Usage['data']) {
  const windows = [
    { label: 'This minute', key: 'rate_limit' },
    { label: 'Today', key: 'daily' },
    { label: 'This month', key: 'monthly' },
  ] as const;
  return windows.map(({ label, key }) => {
    const { limit, remaining, resets_at } = usage[key];
    const known = limit === null || remaining === null ? null : { limit, remaining };
    return {
      label,
      key,
      resets_at,
      known,
      tone: toneOf(usage[key]),
      left: known ? `${formatInteger(known.remaining)} of ${formatInteger(known.limit)} left` : 'no data yet',
      /** When it resets; null: unknown. @param now the server's time, in milliseconds since the epoch */
      resetLabel(now: number): string | null {
        if (key === 'rate_limit') {
          const isOver = resets_at === null || Date.parse(resets_at) <= now;
          return isOver ? 'last seen; a new minute has begun' : resetMessage(resets_at, now);
        }
        return resets_at && resetMessage(resets_at, now, configuredReset(usage, key));
      },
    };
  });
}

const fills = { neutral: 'bg-ink-3', warning: 'bg-overdue', critical: 'bg-down' } as const;

/** The meter of a window; nothing while it is unknown. */
export function WindowMeter({ window, label = window.label }: { window: UsageWindow; label?: string }) {
  const { known, left, tone } = window;
  if (known === null) return null;
  const max = Math.max(known.limit, 1);
  const level = Math.min(Math.max(known.remaining, 0), max);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the bar of <meter> cannot be styled in all browsers.
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={level}
      aria-valuetext={left}
      className="h-1.5 overflow-hidden rounded-full bg-line forced-colors:border"
    >
      <div
        className={`h-full rounded-full ${fills[tone]} forced-colors:bg-[CanvasText]`}
        style={{ width: `${(level / max) * 100}%` }}
      />
    </div>
  );
}

/** The label beside the meter of a window; '' where nothing is to be said. */
export function statusLabel({ known, tone }: Pick<UsageWindow, 'known' | 'tone'>): string {
  if (known === null) return 'No data yet';
  if (tone === 'neutral') return '';
  return tone === 'critical' ? 'Used up' : `Low: ${formatShare(known.remaining, known.limit)}`;
}

/**
 * The time until a window resets: "resets in 34 s".
 *
 * @param now the server's time, in milliseconds since the epoch
 * @param time the result of `configuredReset`: "resets at 00:00 (Europe/Berlin), in 5 h"
 */
export function resetMessage(resetsAt: string, now: number, time: string | null = null): string {
  const seconds = Math.ceil((Date.parse(resetsAt) - now) / 1000);
  if (seconds <= 0) return 'last seen; a new period has begun';
  return `resets ${time === null ? '' : `${time}, `}in ${formatAge(seconds)}`;
}
