import { conditionLabels } from '@/lib/contract/conditions';
import type { Condition } from '@/lib/contract/monitor';
import type { Wall } from '@/lib/contract/wall';
import { formatInteger } from '@/lib/text/format';

const colors: Partial<Record<Condition, string>> = {
  down: 'text-down',
  overdue: 'text-overdue',
  unknown: 'text-unknown',
  up: 'text-up',
};
/** The unknown ones only if there are any: they are rare, and the space is for what matters. */
const usual = ['down', 'overdue', 'unknown', 'up'] as const;

/** The counts of the view, legible from afar: problems first. */
export function WallCounts({ condition: counts, maintenance }: Wall['data']['counts']) {
  const others: [label: string, count: number][] = [
    ['never checked', counts.pending],
    ['inactive', counts.inactive],
    ['in maintenance', maintenance],
  ];
  const shown = usual.filter((condition) => condition !== 'unknown' || counts.unknown > 0);
  const rest = others.filter(([, count]) => count > 0);
  return (
    <div className="min-w-0">
      <dl className="flex flex-wrap gap-x-[2.5em] gap-y-[0.5em] max-sm:gap-x-[1.2em]">
        {shown.map((condition) => {
          const count = counts[condition];
          return (
            <div key={condition} className={count === 0 ? 'text-ink-3' : ''}>
              <dt className="font-medium text-[1.4em] max-sm:text-[1.1em]">{conditionLabels[condition]}</dt>
              <dd
                className={`font-semibold text-[6.5em] leading-none tracking-tight max-sm:text-[2.6em] ${count === 0 ? '' : colors[condition]}`}
              >
                {formatInteger(count)}
              </dd>
            </div>
          );
        })}
      </dl>
      {rest.length === 0 ? null : (
        <p className="mt-[0.4em] text-[1.5em] text-ink-2 max-sm:text-[1em]">
          {rest.map(([label, count]) => `${formatInteger(count)} ${label}`).join(' · ')}
        </p>
      )}
    </div>
  );
}
