import { Activity, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { flappingMeaning } from '@/lib/contract/conditions';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { conditionLabel } from '@/lib/text/condition-label';
import { maintenanceMeaning, pastConditionLabel } from './condition-labels';

/** The text colors. Only the mark has the color of the condition, so that many down rows stay readable. */
const textColor: Record<Condition, string> = {
  down: 'text-ink font-medium',
  overdue: 'text-ink font-medium',
  unknown: 'text-ink',
  pending: 'text-ink-2',
  up: 'text-ink-3',
  inactive: 'text-ink-3',
};

/**
 * The cell of a condition: mark, label, and icons for flapping and for maintenance.
 *
 * @param gone whether the monitor is no longer on this page, so that the label is in the past tense
 */
export function ConditionCell({ monitor, gone }: { monitor: ListedMonitor; gone: boolean }) {
  'use memo';
  const label = gone ? pastConditionLabel(monitor) : conditionLabel(monitor);
  return (
    <span className="flex items-center gap-1.5 max-sm:justify-end">
      <Badge condition={monitor.condition}>
        {/* The API's own status can be longer than the column. */}
        {monitor.condition === 'unknown' ? <span title={label}>{label}</span> : label}
      </Badge>
      <span className="ml-auto flex shrink-0 gap-1 empty:hidden max-sm:hidden">
        {monitor.flapping ? (
          <span title={`Its ${flappingMeaning}`} className="text-overdue">
            <Activity aria-hidden className="size-3.5" />
            <span className="sr-only">Flapping</span>
          </span>
        ) : null}
        {monitor.maintenance_mode ? (
          <span title={maintenanceMeaning} className="text-maint">
            <Wrench aria-hidden className="size-3.5" />
            <span className="sr-only">Maintenance</span>
          </span>
        ) : null}
      </span>
    </span>
  );
}

export function Badge({ condition, children }: { condition: Condition; children: ReactNode }) {
  'use memo';
  return (
    <span
      className={`inline-flex min-w-0 max-w-full items-center gap-1.5 align-middle ${textColor[condition]}`}
    >
      <ConditionMark condition={condition} />
      <span className="truncate [unicode-bidi:plaintext]">{children}</span>
    </span>
  );
}

/** The icon of a condition. Each has its own shape, so that it can be recognized without color. */
export function ConditionMark({ condition }: { condition: Condition }) {
  'use memo';
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={`size-3 shrink-0 ${markColor[condition]}`}>
      <path d={shapes[condition]} strokeWidth="1.6" />
    </svg>
  );
}

const outlined = 'fill-none stroke-current';
const markColor: Record<Condition, string> = {
  down: 'fill-current text-down',
  overdue: `${outlined} text-overdue [stroke-linecap:round]`,
  unknown: `${outlined} text-unknown`,
  pending: `${outlined} text-pending [stroke-dasharray:1.6_1.9]`,
  up: 'fill-current text-up',
  inactive: 'fill-current text-idle',
};

/** Square, clock, empty square, dashed circle, dot, and two bars. */
const shapes: Record<Condition, string> = {
  down: 'M3 1h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Z',
  overdue: 'M6 1.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 1 0 0-9.6ZM6 3.2V6l1.9 1.3',
  unknown:
    'M3.4 1.8h5.2a1.6 1.6 0 0 1 1.6 1.6v5.2a1.6 1.6 0 0 1-1.6 1.6H3.4a1.6 1.6 0 0 1-1.6-1.6V3.4a1.6 1.6 0 0 1 1.6-1.6Z',
  pending: 'M6 1.4a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 1 0 0-9.2Z',
  up: 'M6 3a3 3 0 1 0 0 6 3 3 0 1 0 0-6Z',
  inactive: 'M2.5 2h2.4v8H2.5ZM7.1 2h2.4v8H7.1Z',
};
