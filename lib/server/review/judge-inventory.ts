import 'server-only';
import { setImmediate } from 'node:timers/promises';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { type ComparedKeys, comparedKeysOf, compareMonitors } from './compare-monitors.ts';
import type { Facts, ObservedPast, Rule } from './rule.ts';
import { rules } from './rules.ts';
import type { Subject, Verdict } from './subject.ts';

/** The result of a rule. Monitors that are neither named nor counted as unknown are fine. */
export interface Judgement {
  rule: Rule;
  named: ReadonlySet<InventoryMonitor>;
  /** The number of monitors that lack a fact that the rule needs. */
  unknown: number;
}

export function judgeMonitor(rule: Rule, subject: Subject, facts: Facts): Verdict {
  const { is_active, settings_as_of } = subject.monitor;
  if (is_active === false && !rule.judgesInactive) return false;
  const verdict = rule.judge(subject, facts);
  if (verdict === false) return false;
  if (rule.topic === 'cannot_work') {
    const shown = showsEvidence(subject.monitor, rule.evidence);
    if (!shown) return shown;
    const worked = hasWorked(subject.monitor, facts.observed);
    if (worked === null) return null;
    if (worked) return false;
  }
  // The monitor was modified since, and may have other settings now.
  return rule.needs === 'settings' && settings_as_of !== undefined ? null : verdict;
}

/** Whether the last check failed with a response, or without one. */
function showsEvidence(monitor: Subject['monitor'], evidence: 'response' | 'no_response'): Verdict {
  const { last_status, last_response_time_ms: time, unknown_fields } = monitor;
  if (last_status !== 'down') return last_status === 'up' ? false : null;
  if (unknown_fields.includes('last_response_time_ms')) return null;
  return (time !== null) === (evidence === 'response');
}

/** Whether a monitor that is down was seen up before, and has not been modified since. */
function hasWorked(monitor: Subject['monitor'], { upBefore, until }: ObservedPast): Verdict {
  const { monitor_uuid, updated_at, changed_at, changed_after } = monitor;
  if (changed_at === null || changed_after === null) return false;
  if (updated_at !== null && Date.parse(updated_at) > Date.parse(changed_after)) return false;
  // The history may have been read before it went down.
  return upBefore.has(monitor_uuid) || (Date.parse(changed_at) > until ? null : false);
}

/** Number of monitors that are prepared before the event loop runs again. */
const BATCH_MONITORS = 2000;

/**
 * Judges all monitors of a snapshot, rule by rule, yielding to the event loop between them.
 *
 * @param isComplete whether all monitors were read
 * @param off the ids of rules that are left out
 */
export async function judgeInventory(
  { snapshot, rows }: Pick<InventoryIndex, 'snapshot' | 'rows'>,
  isComplete: boolean,
  observed: ObservedPast,
  off: ReadonlySet<string>,
): Promise<Judgement[]> {
  const keysOf = new Map<Subject, ComparedKeys>();
  for (const subject of rows) {
    keysOf.set(subject, comparedKeysOf(subject));
    if (keysOf.size % BATCH_MONITORS === 0) await setImmediate();
  }
  const facts = { asOf: snapshot.asOf, observed, compared: compareMonitors(keysOf, isComplete) };
  const judgements: Judgement[] = [];
  for (const rule of rules.filter(({ id }) => !off.has(id))) {
    await setImmediate();
    judgements.push(judgeAll(rule, rows, facts));
  }
  return judgements;
}

function judgeAll(rule: Rule, subjects: readonly Subject[], facts: Facts): Judgement {
  const named = new Set<InventoryMonitor>();
  let unknown = 0;
  for (const subject of subjects) {
    const verdict = judgeMonitor(rule, subject, facts);
    if (verdict) named.add(subject.monitor);
    else if (verdict === null) unknown += 1;
  }
  return { rule, named, unknown };
}
