import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import { formatInteger } from '@/lib/text/format';
import { requests } from './interval-labels';

const DAY_S = 86_400;

/** The number of refreshes per day; 0 when paused. */
function timesADay(choice: RefreshInterval): number {
  return choice === 'off' ? 0 : Math.round(DAY_S / Number(choice));
}

/** The requests per day with a permanent viewer. @param cost the requests for one refresh */
export function dailyPrice(choice: RefreshInterval, cost: number): number {
  return cost * timesADay(choice);
}

/** The daily cost of an interval as a message: "3 requests × 2,880 = 8,640 a day of 50,000". */
export function priceMessage(choice: RefreshInterval, cost: number, dailyLimit: number | null): string {
  if (choice === 'off') return 'no requests';
  const times = timesADay(choice);
  const limit = dailyLimit === null ? '' : ` of ${formatInteger(dailyLimit)}`;
  return `${requests(cost)} × ${formatInteger(times)} = ${formatInteger(dailyPrice(choice, cost))} a day${limit}`;
}
