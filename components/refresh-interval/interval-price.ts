import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import { formatInteger } from '@/lib/format';
import { requests } from './interval-labels';

const DAY_S = 86_400;

/** How many times a day an interval comes round; none when paused. */
function timesADay(choice: RefreshInterval): number {
  return choice === 'off' ? 0 : Math.round(DAY_S / Number(choice));
}

/** Requests a day, if somebody looks all day long. @param cost requests for one reading of all monitors */
export function dailyPrice(choice: RefreshInterval, cost: number): number {
  return cost * timesADay(choice);
}

/** What an interval costs in a day: "3 requests × 2,880 = 8,640 a day of 50,000". */
export function priceMessage(choice: RefreshInterval, cost: number, dailyLimit: number | null): string {
  if (choice === 'off') return 'no requests';
  const times = timesADay(choice);
  const limit = dailyLimit === null ? '' : ` of ${formatInteger(dailyLimit)}`;
  return `${requests(cost)} × ${formatInteger(times)} = ${formatInteger(dailyPrice(choice, cost))} a day${limit}`;
}
