import 'server-only';
import type { ListedMonitor } from '@/lib/contract/monitor';

type Changed = Pick<ListedMonitor, 'condition' | 'observed_since'>;
type ChangeTimes = Pick<ListedMonitor, 'changed_at' | 'changed_after'>;

const notObserved: ChangeTimes = { changed_at: null, changed_after: null };

/**
 * Returns between which times the present condition began, if its beginning was observed. While it does not change, they are
 * those of `before`.
 *
 * @param lastSeen when `before` was read, epoch ms; null: unknown
 */
export function conditionChange(
  { condition, observed_since }: Changed,
  before: (Changed & ChangeTimes & Pick<ListedMonitor, 'last_check_at'>) | undefined,
  lastSeen: number | null,
): ChangeTimes {
  if (before === undefined) return notObserved;
  if (before.condition === condition) {
    return { changed_at: before.changed_at, changed_after: before.changed_after };
  }
  if (lastSeen === null) return notObserved;
  const began = Date.parse(observed_since);
  // The result of the check arrived after the last reading: the condition began after the check before.
  const check = before.last_check_at === null ? began : Date.parse(before.last_check_at);
  const after = lastSeen <= began ? lastSeen : Math.min(check, began);
  return { changed_at: observed_since, changed_after: new Date(after).toISOString() };
}
