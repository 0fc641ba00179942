import type { Refresh } from '@/lib/contract/usage';
import { formatAge } from '@/lib/format';

/** How often the monitors are really read, for everybody, and why not more often. */
export function actualIntervalMessage(refresh: Refresh): string {
  const actual = formatAge(refresh.actual_s);
  const people = refresh.viewers === 1 ? 'one viewer' : `${refresh.viewers} viewers`;
  if (refresh.paused)
    return 'Paused by everybody who looks: nothing is read until somebody resumes or all have left.';
  if (refresh.wanted_s === null) return `Nobody is looking: read every ${actual} only.`;
  switch (refresh.limited_by) {
    case null:
      if (refresh.actual_s > refresh.wanted_s) {
        return `Read every ${actual} instead of ${formatAge(refresh.wanted_s)}: the last reading took more requests than it should.`;
      }
      return `Read every ${actual} for ${people}: the shortest wish counts for all, at the price of one.`;
    case 'operator':
      return `Read every ${actual}: the operator allows no shorter interval.`;
    case 'minute':
      return `Read every ${actual} instead of ${formatAge(refresh.wanted_s)}: the API's limit a minute allows no more.`;
    case 'daily':
      return `Read every ${actual} instead of ${formatAge(refresh.wanted_s)}, so that today's requests last and others have some.`;
    case 'monthly':
      return `Read every ${actual} instead of ${formatAge(refresh.wanted_s)}, so that this month's requests last and others have some.`;
  }
}
