import dynamic from 'next/dynamic';
import { LoadBoundary } from '@/components/ui/load-boundary';
import type { TimeChartProps } from './time-chart';

const TimeChart = dynamic(() => import('./time-chart').then((file) => file.TimeChart));

/** `TimeChart`, loaded apart from its page because of d3-scale. Its place must have a height. */
export function LazyTimeChart(props: TimeChartProps) {
  return (
    <LoadBoundary>
      <TimeChart {...props} />
    </LoadBoundary>
  );
}
