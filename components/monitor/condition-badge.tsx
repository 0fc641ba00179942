import { Activity, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { conditionLabel, flappingMeaning, maintenanceMeaning, pastConditionLabel } from './condition-labels';

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
          <span title={flappingMeaning} className="text-overdue">
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

/** The mark of a condition followed by a text. */
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
      {shapes[condition]}
    </svg>
  );
}

const markColor: Record<Condition, string> = {
  down: 'text-down',
  overdue: 'text-overdue',
  unknown: 'text-unknown',
  pending: 'text-pending',
  up: 'text-up',
  inactive: 'text-idle',
};

const shapes: Record<Condition, ReactNode> = {
  down: <rect x="1" y="1" width="10" height="10" rx="2" fill="currentColor" />,
  overdue: (
    <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
      <circle cx="6" cy="6" r="4.8" />
      <path d="M6 3.2V6l1.9 1.3" />
    </g>
  ),
  unknown: (
    <rect
      x="1.8"
      y="1.8"
      width="8.4"
      height="8.4"
      rx="1.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    />
  ),
  pending: (
    <circle
      cx="6"
      cy="6"
      r="4.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="1.6 1.9"
    />
  ),
  up: <circle cx="6" cy="6" r="3" fill="currentColor" />,
  inactive: (
    <g fill="currentColor">
      <rect x="2.5" y="2" width="2.4" height="8" rx=".8" />
      <rect x="7.1" y="2" width="2.4" height="8" rx=".8" />
    </g>
  ),
};
