import 'server-only';
import type { ReviewedRule } from '@/lib/contract/review';
import type { IndexedMonitor } from '../inventory/query/inventory-index.ts';
import type { ComparedMonitors } from './compare-monitors.ts';

/** A monitor that is judged. A setting that is absent is not known. */
export type Subject = Pick<IndexedMonitor, 'monitor' | 'address'>;

/** What the history knows about the monitors. Times are epoch ms. */
export interface Observed {
  /** When the history begins; null: nothing is recorded. */
  from: number | null;
  /** The interval in which the present maintenance of a monitor began, by UUID. */
  maintenance: ReadonlyMap<string, { from: number; to: number }>;
  /** The number of the last `FLAPPING_RANGE_DAYS` days on which a monitor went down, by UUID. */
  daysDown: ReadonlyMap<string, number>;
}

/** What is known besides the monitor itself. */
export interface Facts {
  /** When the monitors were read, epoch ms. */
  asOf: number;
  observed: Observed;
  compared: ComparedMonitors;
}

/** Whether a rule names a monitor; null: not known. */
export type Verdict = boolean | null;

/** A rule of the review. `judge` is pure. */
export interface Rule {
  id: string;
  topic: ReviewedRule['topic'];
  title: string;
  why: string;
  needs: ReviewedRule['needs'];
  /** Whether it judges inactive monitors, too. Otherwise it does not name them, because nothing depends on them. */
  judgesInactive?: true;
  judge: (subject: Subject, facts: Facts) => Verdict;
}

/** Whether a monitor is checked by http or https. */
export function isWeb({ type, unknown_fields }: IndexedMonitor['monitor']): Verdict {
  return unknown_fields.includes('type') ? null : type === 'http' || type === 'https';
}
