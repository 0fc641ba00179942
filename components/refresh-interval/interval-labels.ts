import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import type { Refresh } from '@/lib/contract/usage';
import { formatAge, formatInteger, formatInterval } from '@/lib/format';

export function intervalLabel(choice: RefreshInterval): string {
  return choice === 'off' ? 'Paused' : `Every ${formatInterval(Number(choice))}`;
}

/** "1 request", "1,204 requests". */
export function requests(cost: number): string {
  return `${formatInteger(cost)} ${cost === 1 ? 'request' : 'requests'}`;
}

/**
 * "every 1 h" where the monitors are read less often than this person wants; null where they are not. Rounding makes no
 * difference: less than a tenth more is as wanted.
 */
export function slowedInterval(choice: RefreshInterval, refresh: Refresh | undefined): string | null {
  if (choice === 'off' || refresh === undefined || refresh.wanted_s === null) return null;
  return refresh.actual_s > Number(choice) * 1.1 ? `every ${formatAge(refresh.actual_s)}` : null;
}
