import { expect, test } from 'vitest';
import { readWallQuery } from '../../contract/wall-query.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { completeCrawl } from '../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from '../inventory/inventory.ts';
import { aMonitor, fieldsOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { badge, createStatus, statusSchema } from './status.ts';

const MINUTE = 60_000;

/**
 * The status of an inventory, and a function that publishes a crawl.
 *
 * @param namedBy reads the monitors that a rule names
 */
function setUp(namedBy = async () => null) {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  const { getStatus, getBadge } = createStatus({
    inventory,
    clock,
    review: { namedBy },
    refresher: { state: () => ({ checkS: 60 }) },
  });
  const queryOf = (search: string) => readWallQuery(new URLSearchParams(search)).query;
  return {
    clock,
    async status(search = '', name: string | null = null) {
      const answer = await getStatus(queryOf(search), name);
      expect(statusSchema.parse(answer)).toEqual(answer);
      return answer;
    },
    badge: (search = '', name: string | null = null) => getBadge(queryOf(search), name),
    read(monitors: readonly InventoryMonitor[], more: { evidence?: 'incomplete' } = {}) {
      const asOf = clock.now();
      const rows = monitors.map((monitor) => ({
        monitor: fieldsOf(monitor),
        asOf,
        upstreamNow: asOf,
      }));
      inventory.publish({ ...completeCrawl(rows, asOf), ...more });
    },
  };
}

const fresh = (n: number, more: Partial<InventoryMonitor> = {}) =>
  aMonitor(n, { last_check_at: '2026-11-20T12:00:00.000Z', ...more });
const down = { last_status: 'down' };
const odd = { last_status: 'degraded' };
const planned = { maintenance_mode: true };

test.each([
  ['up', [fresh(1), fresh(2)]],
  ['down', [fresh(1), fresh(2, down), fresh(3, odd)]],
  ['degraded', [fresh(1), fresh(2, odd)]],
  ['up', [fresh(1), fresh(2, { ...down, ...planned }), fresh(3, { ...odd, ...planned })]],
  ['up', [fresh(1), fresh(2, { is_active: false })]],
  ['up', [fresh(1, planned)]],
  ['unknown', [fresh(1, { is_active: false })]],
  ['unknown', []],
])('it is %s', async (expected, monitors) => {
  const { read, status } = setUp();
  read(monitors);
  expect((await status()).status).toBe(expected);
});

test('a view has its own state and counts', async () => {
  const { read, status } = setUp();
  read([fresh(1), fresh(2, { ...down, type: 'https' })]);
  expect(await status('type=tcp', 'Sockets')).toEqual({
    status: 'up',
    counts: {
      condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 1, inactive: 0 },
      maintenance: 0,
    },
    as_of: '2026-11-20T12:00:00.000Z',
    stale: false,
    view: 'Sockets',
  });
  expect((await status()).status).toBe('down');
});

test('old, incomplete or missing data never has the status up, and its counts have their age', async () => {
  const { clock, read, status, badge: image } = setUp();
  expect(await status()).toMatchObject({ status: 'unknown', stale: true, as_of: null });
  read([fresh(1)]);
  clock.advance(2 * MINUTE);
  expect(await status()).toMatchObject({ status: 'up', stale: false });
  clock.advance(1);
  expect(await status()).toMatchObject({
    status: 'unknown',
    stale: true,
    as_of: '2026-11-20T12:00:00.000Z',
    counts: { condition: { up: 1 } },
  });
  expect((await image()).body).toContain('monitors: unknown');
  await expect(status('type=nothing')).rejects.toMatchObject({ failure: { parameter: 'type' } });
});

test('a crawl that ends while a rule is judged does not leave the state of the one before', async () => {
  const during: (() => void)[] = [];
  const { read, status } = setUp(async () => {
    during.pop()?.();
    return null;
  });
  read([fresh(1)]);
  during.push(() => read([fresh(1, down)]));
  expect((await status('rule=plain_http')).status).toBe('down');
  expect((await status('rule=plain_http')).status).toBe('down');
});

test('the same state is the same badge, another one is not', async () => {
  const { clock, read, badge: image } = setUp();
  read([fresh(1)]);
  const first = await image('', 'Production');
  clock.advance(MINUTE);
  read([fresh(1), fresh(2)]);
  expect((await image('', 'Production')).tag).toBe(first.tag);
  read([fresh(1, down)]);
  expect((await image('', 'Production')).tag).not.toBe(first.tag);
});

test('a badge is a small image with a text, whatever the name', () => {
  const long = '&"<>\'—日本語の長い名前です。🚀'.repeat(4).slice(0, 60);
  for (const name of ['Production', long, '"'.repeat(60), '本'.repeat(60), '\u0001']) {
    for (const status of ['up', 'degraded', 'down', 'unknown'] as const) {
      const image = badge(name, status);
      expect(Buffer.byteLength(image), name).toBeLessThanOrEqual(1024);
      expect(image).toMatch(/^<svg [^<>]*role="img" aria-label="[^"<>]*: \w+"><title>[^<>]*: \w+<\/title>/);
      expect(image).toContain(`>${status}</text>`);
      // No other markup than its own.
      expect(image.match(/<(?!\/)\w+/g)).toEqual(
        ['svg', 'title', 'rect', 'path', 'g', 'text', 'text'].map((tag) => `<${tag}`),
      );
    }
  }
  expect(badge('Production', 'up')).toContain('aria-label="Production: up"');
});
