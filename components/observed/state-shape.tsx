import { hatching } from '@/components/time-chart/hatching';
import type { PeriodState } from './periods';

/** The shapes of the states, at the bottom of what contains them. Each has its own height or pattern besides its color. */
const shapes: Record<Exclude<PeriodState, 'open'>, string> = {
  down: 'h-full rounded-[1px] bg-down forced-colors:bg-[CanvasText]',
  overdue: 'h-[68%] rounded-[1px] bg-overdue forced-colors:bg-[CanvasText]',
  unknown: 'h-[56%] rounded-[1px] border-[1.5px] border-unknown forced-colors:border-[CanvasText]',
  pending: 'h-[44%] border-[1.5px] border-pending border-dashed forced-colors:border-[CanvasText]',
  up: 'h-[28%] bg-up forced-colors:bg-[Highlight]',
  inactive: 'h-[28%] border-idle border-y-2 forced-colors:border-[GrayText]',
  unobserved: `h-full ${hatching}`,
};

/** The shape of a state, as in the strip and its legend. What is not recorded yet has none. */
export function StateShape({ state }: { state: PeriodState }) {
  if (state === 'open') return null;
  return <span className={`absolute inset-x-0 bottom-0 forced-color-adjust-none ${shapes[state]}`} />;
}

/** The line of maintenance, at the bottom of what contains it. */
export function MaintenanceLine() {
  return (
    <span className="absolute inset-x-0 bottom-0 h-[3px] bg-maint forced-color-adjust-none forced-colors:bg-[CanvasText]" />
  );
}
