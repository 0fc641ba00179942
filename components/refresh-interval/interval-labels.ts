import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import { formatInteger, formatInterval } from '@/lib/format';

export function intervalLabel(choice: RefreshInterval): string {
  return choice === 'off' ? 'Paused' : `Every ${formatInterval(Number(choice))}`;
}

/** "1 request", "1,204 requests". */
export function requests(cost: number): string {
  return `${formatInteger(cost)} ${cost === 1 ? 'request' : 'requests'}`;
}
