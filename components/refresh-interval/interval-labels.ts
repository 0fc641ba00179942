import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import type { Usage } from '@/lib/contract/usage';
import { formatDuration, formatInteger, formatInterval } from '@/lib/format';
import { usedUpQuota } from './used-up-quota';

export function intervalLabel(choice: RefreshInterval): string {
  return choice === 'off' ? 'Paused' : `Every ${formatInterval(Number(choice))}`;
}

/** "1 request", "1,204 requests". */
export function requests(cost: number): string {
  return `${formatInteger(cost)} ${cost === 1 ? 'request' : 'requests'}`;
}

/**
 * "every 1 h" or "on hold" where the monitors are read less often than this person wants; null where they are not.
 * Rounding makes no difference: less than a tenth more is as wanted.
 */
export function slowedInterval(
  choice: RefreshInterval,
  usage: Pick<Usage['data'], 'refresh' | 'state'> | undefined,
): string | null {
  if (choice === 'off' || usage === undefined || usage.refresh.wanted_s === null) return null;
  if (usedUpQuota(usage.state)) return 'on hold';
  const { actual_s: actual } = usage.refresh;
  return actual > Number(choice) * 1.1 ? `every ${formatDuration(actual)}` : null;
}
