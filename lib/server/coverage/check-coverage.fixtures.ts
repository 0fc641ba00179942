import { buildIndex } from '../inventory/query/inventory-index.ts';
import { snapshotOf } from '../inventory/query/naive-inventory.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { checkCoverage } from './check-coverage.ts';

export type Changes = Partial<InventoryMonitor>;
export const web = (target: string, changes: Changes = {}): Changes => ({
  ...{ type: target.startsWith('http:') ? 'http' : 'https', target, port: null, condition: 'up', ...changes },
});
export const rowsOf = (...monitors: Changes[]) =>
  buildIndex(snapshotOf(monitors.map((changes, n) => aMonitor(n, { name: `m${n}`, ...changes })))).rows;

/** Runs to the end. */
export function check(text: string, ...monitors: Changes[]) {
  for (const work = checkCoverage(text, rowsOf(...monitors)); ; ) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
