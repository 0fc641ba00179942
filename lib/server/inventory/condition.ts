import 'server-only';
import type { Condition, ListFields } from '@/lib/contract/monitor';
import { isCheckLate } from '../../contract/conditions.ts';

/**
 * The condition of a monitor as of the moment it was read; the first rule that holds decides.
 * A pure function of the reading, so that an old snapshot never turns amber by ageing.
 *
 * @param upstreamNow upstream's own clock at the reading, epoch milliseconds
 */
export function conditionOf(
  monitor: Pick<ListFields, 'is_active' | 'last_status' | 'last_check_at' | 'interval'>,
  upstreamNow: number,
): Condition {
  if (!monitor.is_active) return 'inactive';
  if (monitor.last_status === 'down') return 'down';
  if (monitor.last_check_at === null) return 'pending';
  const age = upstreamNow - Date.parse(monitor.last_check_at);
  return isCheckLate(age, monitor.interval) ? 'overdue' : 'up';
}
