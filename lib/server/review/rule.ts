import 'server-only';
import type { ReviewedRule } from '@/lib/contract/review';
import type { RuleId } from '@/lib/contract/review-rules';
import type { ComparedMonitors } from './compare-monitors.ts';
import type { Subject, Verdict } from './subject.ts';

/** A monitor that goes down on this number of days of the range, or more, is flapping daily. */
export const FLAPPING_DAYS = 5;
export const FLAPPING_RANGE_DAYS = 7;

/** What the history knows about the monitors. Times are epoch ms. */
export interface ObservedPast {
  /** When the history begins; null: nothing is recorded. */
  from: number | null;
  /** When it was read. */
  until: number;
  /** The interval in which the present maintenance of a monitor began, by UUID. */
  maintenance: ReadonlyMap<string, { from: number; to: number }>;
  /** The number of the last `FLAPPING_RANGE_DAYS` days on which a monitor went down, by UUID. */
  daysDown: ReadonlyMap<string, number>;
  /** The UUIDs of the monitors that were seen up right before they went down and stayed so. */
  upBefore: ReadonlySet<string>;
}

/** What is known besides the monitor itself. */
export interface Facts {
  /** When the monitors were read, epoch ms. */
  asOf: number;
  observed: ObservedPast;
  compared: ComparedMonitors;
}

/**
 * A rule of the review. `judge` is pure. A rule of the topic `cannot_work` names only monitors whose last check shows its evidence,
 * and that were not seen up as they are set up now.
 */
export type Rule = RuleData &
  (
    | {
        topic: 'cannot_work' /** Whether such a check fails with a response, or without. */;
        evidence: 'response' | 'no_response';
      }
    | { topic: Exclude<ReviewedRule['topic'], 'cannot_work'> }
  );

interface RuleData {
  id: RuleId;
  why: string;
  needs: ReviewedRule['needs'];
  /** Whether it judges inactive monitors, too. Otherwise it does not name them, because nothing depends on them. */
  judgesInactive?: true;
  judge: (subject: Subject, facts: Facts) => Verdict;
  /** For a rule about a state that lasts: returns the latest time at which the state can have begun, epoch ms. */
  begunBy?: (monitor: Subject['monitor'], observed: ObservedPast) => number;
}
