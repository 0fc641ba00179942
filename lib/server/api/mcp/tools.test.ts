import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../clock.fixtures.ts';
import { completeCrawl } from '../../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from '../../inventory/inventory.ts';
import { aMonitor, fieldsOf, uuidOf } from '../../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { createChanges } from '../changes.ts';
import { etaggedBody } from '../etagged-body.ts';
import { startMemoryHistory } from '../memory-history.fixtures.ts';
import { createMonitorList } from '../monitor-list.ts';
import { partialResponse } from '../monitor-response.ts';
import { createReview } from '../review.ts';
import { answerMcp } from './answer-mcp.ts';
import { getMonitor } from './tools.ts';

const MINUTE = 60_000;
const unasked = () => {
  throw new Error('not asked');
};

/**
 * The context of the tools for two monitors that were read three times. The name of the first contains the UUID of the second.
 */
async function setUp() {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  const history = await startMemoryHistory(clock);
  const review = createReview({ inventory, history, rulesOff: () => new Set(), clock });
  for (let crawl = 0; crawl < 3; crawl += 1) {
    const asOf = clock.now();
    const last_check_at = new Date(asOf).toISOString();
    const monitors = [
      aMonitor(1, { name: `copy of ${uuidOf(2)}`, last_status: 'down', last_check_at }),
      aMonitor(2, { name: 'checkout', last_check_at }),
    ];
    const rows = monitors.map((monitor) => ({ monitor: fieldsOf(monitor), asOf, upstreamNow: asOf }));
    inventory.publish(completeCrawl(rows, asOf));
    const { snapshot } = inventory.current();
    if (snapshot) await history.record(snapshot);
    await clock.pass(MINUTE);
  }
  const listed = inventory.monitor(uuidOf(2));
  if (listed === undefined) throw new Error('not listed');
  return {
    ...{ clock, origin: 'http://localhost:3000', log: pino({ level: 'silent' }) },
    ...createMonitorList({ inventory, review, history, clock, demo: false }),
    ...createChanges({ history, clock, demo: false }),
    getMonitor: async () => etaggedBody(partialResponse(listed, null, inventory.view(), false)),
    ...{ knownMonitor: unasked, compareAddresses: unasked, filtersOfView: unasked },
    ...{ getUsage: unasked, limitScriptReads: unasked },
  };
}

test('a monitor has its own history, even when the name of another one contains its UUID', async () => {
  const container = await setUp();
  const now = container.clock.now();
  const context = { container, now, linkTo: () => '', signal: new AbortController().signal };
  const { data, ...meta } = await getMonitor({ uuid: uuidOf(2).toUpperCase() }, context);
  expect(meta).toMatchObject({ age: '1 min', watched: { age: '1 min' } });
  expect(data).toMatchObject({
    name: 'checkout',
    observed: { availability_7_days: '100 %', availability_30_days: '100 %' },
  });
});

test('links can be opened, also without sign-in', async () => {
  const request = new Request('http://localhost:3000/api/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'find_monitors', arguments: { q: 'checkout' } },
    }),
  });
  const answer = await answerMcp(await setUp(), request);
  expect(await answer.text()).toContain(`http://localhost:3000/monitors/${uuidOf(2)}`);
});
