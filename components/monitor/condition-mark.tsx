import type { Condition } from '@/lib/contract/monitor';

/** The shape of each condition: told apart without colour. */
export function ConditionMark({ condition }: { condition: Condition }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={`size-3 shrink-0 ${markColor[condition]}`}>
      {shapes[condition]}
    </svg>
  );
}

const markColor: Record<Condition, string> = {
  down: 'text-down',
  overdue: 'text-overdue',
  pending: 'text-pending',
  up: 'text-up',
  inactive: 'text-idle',
};

const shapes: Record<Condition, React.ReactNode> = {
  down: <rect x="1" y="1" width="10" height="10" rx="2" fill="currentColor" />,
  overdue: (
    <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
      <circle cx="6" cy="6" r="4.8" />
      <path d="M6 3.2V6l1.9 1.3" />
    </g>
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
