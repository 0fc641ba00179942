import 'server-only';
import { DAY_MS } from '../../contract/limits.ts';
import { isCheckUnknown } from '../inventory/snapshot/condition.ts';
import { type Facts, FLAPPING_DAYS, FLAPPING_RANGE_DAYS, type Rule } from './rule.ts';
import type { Subject, Verdict } from './subject.ts';

/** Rules about states in which nobody would notice a failure, and about states that last too long. */
export const stateRules: readonly Rule[] = [
  {
    id: 'never_checked_for_1_day',
    topic: 'not_watched',
    why: 'A monitor that has never run watches nothing, and shows no failure.',
    needs: 'list',
    ...lasting(
      DAY_MS,
      (monitor) => monitor.condition === 'pending' || (isCheckUnknown(monitor) ? null : false),
      ({ observed_since, created_at }) => ({ by: [observed_since], after: [created_at] }),
    ),
  },
  {
    id: 'overdue',
    topic: 'not_watched',
    why: 'Checks are missing, so the last result says nothing about the present.',
    needs: 'list',
    judge({ monitor }) {
      if (monitor.condition === 'overdue') return true;
      // A monitor that is down is not overdue, however late its check is.
      const isDecided = monitor.condition === 'down' || monitor.condition === 'pending';
      const isUnknown = isCheckUnknown(monitor) || monitor.unknown_fields.includes('interval');
      return isUnknown && !isDecided ? null : false;
    },
  },
  {
    id: 'down_for_7_days',
    topic: 'not_watched',
    why: 'What it checks may be gone, or its alerts are ignored.',
    needs: 'history',
    ...lasting(
      7 * DAY_MS,
      ({ condition, unknown_fields }) =>
        condition === 'down' || (unknown_fields.includes('last_status') ? null : false),
      ({ observed_since, changed_after, created_at }) => ({
        by: [observed_since],
        after: [changed_after, created_at],
      }),
    ),
  },
  {
    id: 'in_maintenance_for_7_days',
    topic: 'not_watched',
    why: 'A failure in maintenance alerts nobody, and maintenance is easily forgotten.',
    needs: 'history',
    ...lasting(
      7 * DAY_MS,
      ({ maintenance_mode }) => maintenance_mode,
      (monitor, observed) => {
        const seen = observed.maintenance.get(monitor.monitor_uuid);
        return {
          // Switching it on is a modification.
          by: [monitor.updated_at, seen ? seen.to : beforeObserved(monitor, observed)],
          after: [monitor.created_at, seen?.from],
        };
      },
    ),
  },
  {
    id: 'inactive_for_90_days',
    topic: 'not_watched',
    why: 'It checks nothing. Delete it, or switch it on again.',
    needs: 'history',
    judgesInactive: true,
    ...lasting(
      90 * DAY_MS,
      ({ is_active }) => (is_active === null ? null : !is_active),
      ({ observed_since, updated_at, changed_after, created_at, last_check_at }) => ({
        // Switching it off is a modification.
        by: [observed_since, updated_at],
        after: [changed_after, created_at, last_check_at],
      }),
    ),
  },
  {
    id: 'flapping_daily',
    topic: 'noise',
    why: `It went down on ${FLAPPING_DAYS} or more of the last ${FLAPPING_RANGE_DAYS} days: its alerts are easily ignored.`,
    needs: 'history',
    judge({ monitor }, { asOf, observed }) {
      if ((observed.daysDown.get(monitor.monitor_uuid) ?? 0) >= FLAPPING_DAYS) return true;
      const { created_at } = monitor;
      const isTooYoung = created_at !== null && asOf - Date.parse(created_at) < (FLAPPING_DAYS - 1) * DAY_MS;
      if (isTooYoung) return false;
      return observed.from === null || observed.from > asOf - FLAPPING_RANGE_DAYS * DAY_MS ? null : false;
    },
  },
];

/**
 * Returns the latest time at which a maintenance can have begun that the history did not see begin: the start of the history or the
 * creation of the monitor, whichever is later. Null: not known.
 */
function beforeObserved({ created_at }: Subject['monitor'], { from }: Facts['observed']): number | null {
  return from === null || created_at === null ? null : Math.max(from, Date.parse(created_at));
}

/** A time, epoch ms or ISO 8601; null: not known. */
type Time = number | string | null | undefined;

const knownTimes = (times: readonly Time[]) =>
  times.flatMap((time) => (time === null || time === undefined ? [] : new Date(time).getTime()));

/**
 * A rule about a state that has lasted longer than a limit.
 *
 * @param limitMs milliseconds
 * @param isIn whether a monitor is in the state
 * @param begun `by`: times by which it had begun; `after`: times after which it began
 */
function lasting(
  limitMs: number,
  isIn: (monitor: Subject['monitor']) => Verdict,
  begun: (
    monitor: Subject['monitor'],
    observed: Facts['observed'],
  ) => { by: readonly Time[]; after: readonly Time[] },
): Pick<Rule, 'judge' | 'begunBy'> {
  return {
    judge({ monitor }, { asOf, observed }) {
      const verdict = isIn(monitor);
      if (!verdict) return verdict;
      const { by, after } = begun(monitor, observed);
      if (asOf - Math.min(...knownTimes(by)) > limitMs) return true;
      return asOf - Math.max(...knownTimes(after)) <= limitMs ? false : null;
    },
    begunBy: (monitor, observed) => Math.min(...knownTimes(begun(monitor, observed).by)),
  };
}
