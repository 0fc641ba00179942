import { timeLabel } from '@/components/time-chart/time-labels';
import { useMinute } from '@/components/ui/clock';
import { useTimeZone } from '@/components/ui/time-zone';
import { type ChangeKind, changeLabels } from '@/lib/contract/change-kinds';
import type { Change } from '@/lib/contract/changes';
import { visibleName } from '@/lib/text/visible-name';

const colors: Partial<Record<ChangeKind, string>> = {
  down: 'text-down',
  overdue: 'text-overdue',
  status_unknown: 'text-unknown',
  recovered: 'text-up',
  reporting_again: 'text-up',
  maintenance_on: 'text-maint',
};

/** The last change of each monitor at the edge of the wall, the newest first. Those that do not fit are left out. */
export function WallChanges({ changes }: { changes: readonly Change[] }) {
  const zone = useTimeZone();
  const now = useMinute();
  if (changes.length === 0) return null;
  return (
    <section aria-label="Last changes" className="flex w-[15em] flex-col text-[1.5em] max-lg:hidden">
      <h2 className="mb-[0.5em] text-ink-3">Last changes</h2>
      {/* What does not fit wraps into a second column, which is not visible. */}
      <ol className="flex min-h-0 flex-1 flex-col flex-wrap gap-y-[0.7em] overflow-hidden">
        {changes.map((change) => (
          <li key={change.id} className="w-full border-line border-t pt-[0.5em]">
            <bdi className="line-clamp-2 break-words leading-tight">
              {visibleName(change.monitor.name) ?? '(no name)'}
            </bdi>
            <span className={`font-medium ${colors[change.kind] ?? 'text-ink-2'}`}>
              {changeLabels[change.kind]}
            </span>{' '}
            <time dateTime={change.to} suppressHydrationWarning className="text-ink-2">
              {timeLabel(Date.parse(change.to), now, zone)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
