import 'server-only';
import type { ReviewedRule } from '@/lib/contract/review';
import type { RuleId } from '@/lib/contract/review-rules';
import type { IndexedMonitor } from '../inventory/query/inventory-index.ts';
import type { ComparedMonitors } from './compare-monitors.ts';

/** A monitor that goes down on this number of days of the range, or more, is flapping daily. */
export const FLAPPING_DAYS = 5;
export const FLAPPING_RANGE_DAYS = 7;

/** A monitor that is judged. A setting that is absent is not known. */
export type Subject = Pick<IndexedMonitor, 'monitor' | 'address'>;

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

/** Whether a rule names a monitor; null: not known. */
export type Verdict = boolean | null;

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

/** Whether a monitor is checked by http or https. */
export function isWeb({ type, unknown_fields }: IndexedMonitor['monitor']): Verdict {
  return unknown_fields.includes('type') ? null : type === 'http' || type === 'https';
}

/** Whether a monitor is checked by plain http. The scheme of its target is more precise than its type. */
export function isPlainHttp({ monitor }: Pick<Subject, 'monitor'>): Verdict {
  const web = isWeb(monitor);
  if (!web) return web;
  if (monitor.unknown_fields.includes('target')) return null;
  const [, scheme = monitor.type] = /^([a-z][a-z\d+.-]*):\/\//i.exec(monitor.target) ?? [];
  return scheme.toLowerCase() === 'http';
}
