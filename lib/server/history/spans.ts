import 'server-only';
import type { ChangeKind } from '../../contract/changes.ts';
import type { Lasted } from './history-store.ts';

/** What lasts from one change to another: a condition, or maintenance. */
type Span = 'condition' | 'maintenance';

/** The spans that a change ends, and the one that it begins. */
interface SpanEnds {
  ends: readonly Span[];
  begins: Span | null;
}

const condition = ['condition'] as const;

const spans: Record<ChangeKind, SpanEnds> = {
  down: { ends: condition, begins: 'condition' },
  overdue: { ends: condition, begins: 'condition' },
  status_unknown: { ends: condition, begins: 'condition' },
  deactivated: { ends: condition, begins: 'condition' },
  recovered: { ends: condition, begins: null },
  reporting_again: { ends: condition, begins: null },
  first_check: { ends: condition, begins: null },
  activated: { ends: condition, begins: null },
  maintenance_on: { ends: [], begins: 'maintenance' },
  maintenance_off: { ends: ['maintenance'], begins: null },
  removed: { ends: ['condition', 'maintenance'], begins: null },
  added: { ends: [], begins: null },
  edited: { ends: [], begins: null },
};

/** Returns which spans a change ends, and which it begins. An edit that leads to another condition ends the old one. */
export function spansOf(kind: ChangeKind, changesCondition: boolean): SpanEnds {
  return kind === 'edited' && changesCondition ? { ends: condition, begins: null } : spans[kind];
}

interface Interval {
  from: number;
  to: number;
}

/** Returns how long a span lasted that began in one interval and ended in another. */
export function lastedBetween(begin: Interval, end: Interval): Lasted {
  return {
    atLeastS: Math.max(0, Math.floor((end.from - begin.to) / 1000)),
    atMostS: Math.max(0, Math.ceil((end.to - begin.from) / 1000)),
  };
}
