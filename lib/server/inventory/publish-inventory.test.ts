import { expect, test } from 'vitest';
import { createApiAccess } from '../api-access.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import type { Publication, Publications } from '../shared/publications.ts';
import { aMonitor, fieldsOf } from './arbitrary-monitors.fixtures.ts';
import { completeCrawl } from './crawl-result.fixtures.ts';
import { createInventory } from './inventory.ts';
import { publishInventory } from './publish-inventory.ts';
import { setUpRefresher } from './refresher.fixtures.ts';

/** Replicas whose publications are passed on by the test. */
function setUp() {
  const clock = createFakeClock();
  let names = 0;
  function start(leads: boolean) {
    const inventory = createInventory(clock);
    const apiAccess = createApiAccess({
      baseUrl: new URL('https://api.example.com/v1'),
      apiKey: 'key',
      clock,
    });
    const { refresher } = setUpRefresher();
    const warnings: object[] = [];
    let source: Parameters<Publications['setSource']>[0] = () => ({ status: '', body: null });
    let listener: (publication: Publication) => Promise<'adopted' | 'foreign'> = async () => 'adopted';
    publishInventory({
      publications: {
        setSource(next) {
          source = next;
        },
        publish: () => {},
        onPublication(next) {
          listener = next;
        },
        received: async () => {},
      },
      inventory,
      refresher,
      apiAccess,
      lease: { term: () => (leads ? 1 : null) },
      nameBody() {
        names += 1;
        return `body ${names}`;
      },
      log: { warn: (about: object) => void warnings.push(about) },
    });
    let reads = 0;
    return {
      inventory,
      apiAccess,
      warnings,
      reads: () => reads,
      read(...numbers: number[]) {
        const now = clock.now();
        const rows = numbers.map((n) => ({ monitor: fieldsOf(aMonitor(n)), asOf: now, upstreamNow: now }));
        inventory.publish(completeCrawl(rows, now));
      },
      publication(): Publication {
        const { status, body } = source();
        const texts = [...(body?.parts() ?? [])];
        return {
          status,
          bodyName: body?.name ?? null,
          async readBody() {
            reads += 1;
            return texts;
          },
        };
      },
      receive: (publication: Publication) => listener(publication),
    };
  }
  return { clock, leader: start(true), follower: start(false) };
}

test('a follower shows the same rows, state and times; the rows are read once', async () => {
  const { leader, follower } = setUp();
  leader.read(1, 2, 3);
  expect(await follower.receive(leader.publication())).toBe('adopted');
  leader.inventory.recordFailure({ code: 'upstream_timeout' });
  expect(await follower.receive(leader.publication())).toBe('adopted');
  const { index: ours, version: _a, ...one } = leader.inventory.view();
  const { index: theirs, version: _b, ...other } = follower.inventory.view();
  expect(other).toEqual(one);
  expect(theirs?.snapshot.monitors).toEqual(ours?.snapshot.monitors);
  expect(leader.reads()).toBe(1);
});

test('a leader keeps what it has read after the publication', async () => {
  const { clock, leader, follower } = setUp();
  follower.read(1);
  const old = follower.publication();
  clock.advance(1_000);
  leader.read(1, 2);
  expect(await leader.receive(old)).toBe('adopted');
  expect(leader.inventory.view().read).toBe(2);
});

test('the lag is that of the present list, except for the first one, which may be older than the process', async () => {
  const { clock, leader, follower } = setUp();
  leader.read(1);
  clock.advance(600_000);
  await follower.receive(leader.publication());
  expect(follower.inventory.lagMs(), 'a replica that starts ten minutes after the reading').toBe(0);
  leader.read(1, 2);
  const second = leader.publication();
  clock.advance(300);
  await follower.receive(second);
  clock.advance(5_000);
  await follower.receive(second);
  expect(follower.inventory.lagMs()).toBe(300);
  follower.read(1);
  expect(follower.inventory.lagMs(), 'an own reading').toBe(0);
});

test('what the leader knows of the access to the API is known to all', async () => {
  const { clock, leader, follower } = setUp();
  leader.apiAccess.recordAttempt({ code: 'api_key_rejected' }, clock.monotonic());
  await follower.receive(leader.publication());
  expect(follower.apiAccess.problem()).toEqual(leader.apiAccess.problem());
  clock.advance(1_000);
  leader.apiAccess.recordAttempt(null, clock.monotonic());
  await follower.receive(leader.publication());
  expect(follower.apiAccess.problem()).toBeNull();
  expect(follower.apiAccess.scopes()?.held).toEqual(['monitors:read']);
});

test.each(['{"version":99}', 'nonsense'])(
  'row 68: a publication of another version (%s) is left alone, and logged once',
  async (status) => {
    const { leader, follower } = setUp();
    leader.read(1);
    await follower.receive(leader.publication());
    const foreign = { status, bodyName: null, readBody: async () => [] };
    expect(await follower.receive(foreign)).toBe('foreign');
    expect(await follower.receive(foreign)).toBe('foreign');
    expect(follower.warnings).toEqual([{ record: 'publication' }]);
    expect(follower.inventory.view().read).toBe(1);
  },
);
