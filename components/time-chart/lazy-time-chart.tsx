import dynamic from 'next/dynamic';
import { inBoundary } from '@/components/ui/load-boundary';

/** `TimeChart`, loaded apart from its page because of d3-scale. Its place must have a height. */
export const LazyTimeChart = inBoundary(dynamic(() => import('./time-chart').then((file) => file.TimeChart)));
