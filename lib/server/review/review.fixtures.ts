import { buildIndex } from '../inventory/query/inventory-index.ts';
import { snapshotOf } from '../inventory/query/naive-inventory.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { comparedKeysOf, compareMonitors } from './compare-monitors.ts';
import { judgeMonitor } from './judge-inventory.ts';
import type { Facts, ObservedPast } from './rule.ts';
import { rules } from './rules.ts';
import type { Subject, Verdict } from './subject.ts';

export const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const DAY = 86_400_000;
/** The time so many days before `NOW`, ISO 8601. */
export const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString();

export const nothingObserved: ObservedPast = {
  from: null,
  until: NOW,
  maintenance: new Map(),
  daysDown: new Map(),
  upBefore: new Set(),
};

type Changes = Partial<Subject['monitor']>;

const settings = {
  description: null,
  http_method: 'GET',
  expected_status_codes: [200],
  follow_redirects: true,
  timeout_ms: 10_000,
};

/** A sound monitor by https with known settings, and with the given changes. */
export function webMonitor(changes: Changes = {}, n = 1): Subject['monitor'] {
  const own = { name: `Shop ${n}`, type: 'https', target: `https://shop-${n}.acme.com/`, port: null };
  return { ...aMonitor(n), ...own, ...settings, ...changes };
}

/** Two monitors of one host, checked from different regions. */
export const ofTwoRegions = [webMonitor({}, 2), webMonitor({ regions: ['us-east'] }, 2)].map((monitor) => ({
  ...monitor,
  monitor_uuid: monitor.monitor_uuid.replace('0', String(monitor.regions.length)),
}));

/**
 * Returns the verdict of a rule about the first one of some monitors.
 *
 * @param known.isComplete whether there are no other monitors
 */
export function verdictOf(
  id: string,
  monitors: readonly Subject['monitor'][],
  known: { isComplete?: boolean; observed?: Partial<ObservedPast> } = {},
): Verdict {
  const { rows } = buildIndex(snapshotOf(monitors));
  const rule = rules.find((one) => one.id === id);
  const [first] = rows;
  if (rule === undefined || first === undefined) throw new Error(`There is no rule ${id}.`);
  return judgeMonitor(rule, first, factsOf(rows, known));
}

/** Returns the facts about some monitors. */
export function factsOf(
  subjects: readonly Subject[],
  { isComplete = true, observed = {} }: { isComplete?: boolean; observed?: Partial<ObservedPast> },
): Facts {
  const keysOf = new Map(subjects.map((subject) => [subject, comparedKeysOf(subject)]));
  return {
    asOf: NOW,
    observed: { ...nothingObserved, ...observed },
    compared: compareMonitors(keysOf, isComplete),
  };
}
