import { expect, test } from 'vitest';
import { uuidOf } from '../../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { down, startRecordedInventory, up } from '../recorded-inventory.fixtures.ts';
import { answerMcp } from './answer-mcp.ts';
import { toolContainer } from './tool-container.fixtures.ts';
import { getMonitor } from './tools.ts';

const MINUTE = 60_000;

/** The tools for two monitors that were read three times. */
async function setUp() {
  const recorded = await startRecordedInventory();
  for (let crawl = 0; crawl < 3; crawl += 1) {
    await recorded.crawl(down(1), up(2, { name: 'checkout' }));
    await recorded.clock.pass(MINUTE);
  }
  return toolContainer(recorded, 2);
}

test('a monitor has its age, and the availability of 7 and 30 days', async () => {
  const container = await setUp();
  const now = container.clock.now();
  const context = { container, now, linkTo: () => '', signal: new AbortController().signal };
  const { data, ...meta } = await getMonitor({ uuid: uuidOf(2).toUpperCase() }, context);
  expect(meta).toMatchObject({ age: '1 min', watched: { age: '1 min' } });
  expect(data).toMatchObject({
    name: 'checkout',
    observed: {
      availability_7_days: 'No availability yet: observed only 2 min',
      availability_30_days: 'No availability yet: observed only 2 min',
    },
  });
});

/** @param body of the message, but for the version and the id */
async function send(body: object) {
  const request = new Request('http://localhost:3000/api/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  });
  return (await answerMcp(await setUp(), request)).text();
}
const call = (name: string, given: unknown) =>
  send({ method: 'tools/call', params: { name, arguments: given } });

test('links can be opened, also without sign-in', async () => {
  expect(await call('find_monitors', { q: 'checkout' })).toContain(
    `http://localhost:3000/monitors/${uuidOf(2)}`,
  );
});

test.each([
  [
    'find_monitors',
    { q: 'checkout', view: '', condition: null, sort: '', order: null, page: '1', limit: '5' },
  ],
  ['find_monitors', { q: 'checkout', type: 'https', region: '', flapping: 'false', colour: 'red' }],
  ['list_changes', { since: null, until: '', kind: 'down', uuid: '', cursor: null, limit: 5 }],
  ['list_changes', { cursor: 4711, q: '' }],
  ['list_down', { view: ' ', type: [''], region: [], limit: null }],
  ['list_down', null],
  ['list_down', undefined],
])('%s takes %j as models send it', async (name, given) => {
  const text = await call(name, given);
  expect(text).toContain('as_of');
  expect(text).not.toMatch(/isError|"error"/);
});

test.each([
  ['find_monitors', { condition: ['broken'] }, /condition/],
  ['find_monitors', { limit: 'many' }, /limit/],
  ['find_monitors', { limit: '101' }, /limit/],
  ['find_monitors', { flapping: 'maybe' }, /flapping/],
  ['get_monitor', { uuid: '' }, /uuid/],
  ['list_changes', { since: 'yesterday' }, /since/],
  ['check_coverage', { addresses: [] }, /addresses/],
  ['list_down', 'all', /arguments/],
])('%s refuses %j and names the argument', async (name, given, named) => {
  const text = await call(name, given);
  expect(text).toMatch(/isError|"error"/);
  expect(text).toMatch(named);
});

test('the listed arguments have the types that are wanted', async () => {
  const text = await send({ method: 'tools/list', params: {} });
  for (const part of [
    '"limit":{"description":"Most rows in the answer.","default":20,"type":"integer","minimum":1,"maximum":100}',
    '"flapping":{"type":"boolean"}',
    '"required":["uuid"]',
  ])
    expect(text).toContain(part);
});
