import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { completeCrawl } from '../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from '../inventory/inventory.ts';
import { getHealth } from './get-health.ts';

const complete = completeCrawl([]);

test('row 38: a replica that never sends a request reports what the leader has published', () => {
  const inventory = createInventory(createFakeClock());
  const gateway = { upstreamState: () => 'untried' as const };
  const current = () => getHealth({ gateway, inventory, lease: { term: () => null } });
  expect(current()).toMatchObject({ health: { status: 'starting' }, ready: false });
  inventory.publish(complete);
  expect(current()).toMatchObject({ health: { status: 'ok' }, ready: true });
  inventory.setOutage({ code: 'storage_unreachable' });
  expect(current()).toMatchObject({ health: { status: 'degraded' }, ready: true });
});

test('a process that leads reports its own last attempt, not what it has restored', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish(complete);
  const healthAfter = (state: 'untried' | 'answering' | 'failing') =>
    getHealth({ gateway: { upstreamState: () => state }, inventory, lease: { term: () => 1 } }).health;
  expect(healthAfter('untried')).toEqual({ status: 'starting' });
  expect(healthAfter('answering')).toEqual({ status: 'ok' });
  expect(healthAfter('failing')).toEqual({ status: 'degraded' });
});
