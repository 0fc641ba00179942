import dynamic from 'next/dynamic';
import { LoadBoundary } from '@/components/ui/load-boundary';
import type { MonitorHistory } from '@/lib/contract/changes';
import { ObservedLegend } from './observed-legend';
import { observedMessage } from './observed-messages';
import { ObservedTable } from './observed-table';
import type { Period } from './periods';
import { timeScale } from './response-times';
import { seenShare } from './seen-share';

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
