import dynamic from 'next/dynamic';
import { LoadBoundary } from '@/components/ui/load-boundary';
import type { MonitorHistory } from '@/lib/contract/changes';
import { conditions } from '@/lib/contract/conditions';
import { formatInteger } from '@/lib/text/format';
import { observedMessage } from './observed-messages';
import { ObservedTable } from './observed-table';
import { stateLabels } from './period-labels';
import type { Period, PeriodState } from './periods';
import { timeScale } from './response-times';
import { seenShare } from './seen-share';
import { MaintenanceLine, StateShape } from './state-shape';

// Loaded lazily, because of d3-scale and d3-shape.
const ObservedChart = dynamic(() => import('./observed-chart').then((file) => file.ObservedChart));

interface ObservedPictureProps {
  history: MonitorHistory;
  periods: readonly Period[];
  /** The time between two checks, seconds; null if unknown. */
  interval: number | null;
  now: number;
  timeZone: string | undefined;
}

/** What was observed as a sentence, as a picture, and as a table. */
export function ObservedPicture({ history, periods, interval, now, timeZone }: ObservedPictureProps) {
  return (
    <figure>
      <figcaption className="text-ink text-md">
        {observedMessage(history, periods, seenShare(history, interval), now, timeZone)}
      </figcaption>
      <div className="mt-2 mb-3">
        <ObservedLegend periods={periods} />
      </div>
      {/* The chart's height, reserved until it is loaded. */}
      <div className={timeScale(periods) === null ? 'h-[54px]' : 'h-[180px]'}>
        <LoadBoundary>
          <ObservedChart periods={periods} now={now} timeZone={timeZone} />
        </LoadBoundary>
      </div>
      <ObservedTable periods={periods} now={now} timeZone={timeZone} />
    </figure>
  );
}

const legendStates = [...conditions, 'unobserved'] satisfies PeriodState[];

/** The states that occur in the strip, and the lines of the response times, if there are any. */
function ObservedLegend({ periods }: { periods: readonly Period[] }) {
  const states = new Set(periods.map(({ state }) => state));
  const scale = timeScale(periods);
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-xs">
      {legendStates
        .filter((state) => states.has(state))
        .map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <span aria-hidden className="relative h-3.5 w-3">
              <StateShape state={state} />
            </span>
            {stateLabels[state]}
          </li>
        ))}
      {periods.some(({ maintenance }) => maintenance) ? (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="relative h-[3px] w-3">
            <MaintenanceLine />
          </span>
          Maintenance
        </li>
      ) : null}
      {scale === null ? null : (
        <>
          <LineItem label="Mean response time" strokeWidth="1.75" color="forced-colors:stroke-[Highlight]" />
          <LineItem
            label={scale.isCut ? `Maximum (cut off above ${formatInteger(scale.max)} ms)` : 'Maximum'}
            strokeDasharray="1 3"
            color="forced-colors:stroke-[CanvasText]"
          />
        </>
      )}
    </ul>
  );
}

interface LineItemProps {
  label: string;
  color: string;
  strokeWidth?: string;
  strokeDasharray?: string;
}

function LineItem({ label, color, ...line }: LineItemProps) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 16 4" className="h-1 w-4 overflow-visible">
        <line
          x1="1"
          x2="15"
          y1="2"
          y2="2"
          strokeLinecap="round"
          {...line}
          className={`stroke-accent ${color}`}
        />
      </svg>
      {label}
    </li>
  );
}
