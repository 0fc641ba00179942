import { CircleHelp, type LucideIcon, OctagonX, TriangleAlert } from 'lucide-react';
import { useNow } from '@/components/ui/clock';
import { Meter } from '@/components/ui/meter';
import type { UsageCounter } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/text/format';
import { toneOf } from './tone';
import { resetMessage, windowStatus } from './window-messages';

const styles: Record<ReturnType<typeof windowStatus>['status'], { ink: string; icon: LucideIcon | null }> = {
  neutral: { ink: 'text-ink-3', icon: null },
  warning: { ink: 'font-medium text-overdue', icon: TriangleAlert },
  critical: { ink: 'font-medium text-down', icon: OctagonX },
  unknown: { ink: 'text-ink-3', icon: CircleHelp },
};

interface WindowCardProps {
  label: string;
  counter: UsageCounter;
  /** The text for an unknown counter. */
  unknown: string;
  /** The text for an unknown reset time. */
  noReset?: string;
  /** The result of `configuredReset`. */
  resetTime?: string | null;
}

/** A card of one window: remaining requests, status, meter and reset. All windows have the same layout. */
export function WindowCard({ label, counter, unknown, noReset, resetTime = null }: WindowCardProps) {
  const now = useNow();
  const { limit, remaining, resets_at } = counter;
  const { status, label: statusLabel } = windowStatus(counter);
  const { ink, icon: Icon } = styles[status];
  const left = remaining === null ? '–' : formatInteger(remaining);
  const of = limit === null ? '' : `of ${formatInteger(limit)} left`;
  return (
    <section aria-label={label} className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-ink-2">{label}</h2>
        <span className={`flex items-center gap-1.5 whitespace-nowrap text-xs ${ink}`}>
          {Icon ? <Icon className="size-3.5" /> : null}
          {statusLabel}
        </span>
      </div>
      <p className="mt-0.5 whitespace-nowrap text-ink-2">
        <span className="mr-0.5 font-semibold text-ink text-xl tracking-[-0.01em]">{left}</span> {of}
      </p>
      <div className="mt-2.5">
        {limit === null || remaining === null ? (
          <div className="mt-[3px] h-[3px] border-line-strong border-t border-dashed" />
        ) : (
          <Meter
            label={label}
            valueText={`${left} ${of}`}
            value={remaining}
            max={limit}
            tone={toneOf(counter)}
          />
        )}
      </div>
      <p className="mt-2.5 text-ink-3 text-xs">
        {status === 'unknown'
          ? unknown
          : resets_at === null
            ? noReset
            : resetMessage(resets_at, now, resetTime)}
      </p>
    </section>
  );
}
