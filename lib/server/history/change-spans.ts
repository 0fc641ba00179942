import 'server-only';
import type { ChangeKind } from '../../contract/change-kinds.ts';

/** A state that lasts from one change to another. */
type Span = 'condition' | 'maintenance';

interface SpanEnds {
  ends: readonly Span[];
  begins: Span | null;
}

const newCondition: SpanEnds = { ends: ['condition'], begins: 'condition' };
const endOfCondition: SpanEnds = { ends: ['condition'], begins: null };
const neither: SpanEnds = { ends: [], begins: null };

const spans: Record<ChangeKind, SpanEnds> = {
  down: newCondition,
  overdue: newCondition,
  status_unknown: newCondition,
  deactivated: newCondition,
  recovered: endOfCondition,
  reporting_again: endOfCondition,
  first_check: endOfCondition,
  activated: endOfCondition,
  maintenance_on: { ends: [], begins: 'maintenance' },
  maintenance_off: { ends: ['maintenance'], begins: null },
  removed: { ends: ['condition', 'maintenance'], begins: null },
  added: neither,
  edited: neither,
};

/**
 * Returns the spans that a change ends, and the span that it begins.
 *
 * @param deletesChecks whether an edit deletes the checks, which ends the condition
 */
export function spansOf(kind: ChangeKind, deletesChecks = false): SpanEnds {
  return kind === 'edited' && deletesChecks ? endOfCondition : spans[kind];
}
