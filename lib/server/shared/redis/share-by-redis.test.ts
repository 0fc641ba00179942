import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RedisServer, startRedis } from '../../../../e2e/support/redis-server.ts';
import { isMissing, redisProgram } from '../../../../e2e/support/system-program.ts';
import { freePort } from '../../../../lib/launch/free-port.ts';
import { type Clock, createSystemClock } from '../../clock.ts';
import { FailureError } from '../../errors.ts';
import type { Acquired } from '../../quota/budget.ts';
import { createQuotaLedger } from '../../quota/quota-ledger.ts';
import type { UsageHeaders } from '../../upstream/usage-headers.ts';
import type { Publication } from '../publications.ts';
import type { SharedByAll } from '../shared.ts';
import type { ReadingFormat } from '../shared-readings.ts';
import { keysOf } from './keys.ts';
import { shareByRedis } from './share-by-redis.ts';

type Client = ReturnType<typeof createTestClient>;

function createTestClient(url: string) {
  return createClient({ url });
}

const DAY_MS = 86_400_000;
const key = Buffer.from('a secret of all replicas');
const usage: UsageHeaders = {
  rateLimitLimit: 60,
  rateLimitRemaining: 50,
  rateLimitReset: 30,
  dailyLimit: 5_000,
  dailyRemaining: 4_000,
  monthlyLimit: 100_000,
  monthlyRemaining: 90_000,
};

describe.skipIf(isMissing(redisProgram))('replicas that share through a real server', () => {
  let redis: RedisServer;
  let owners = 0;
  const open: SharedByAll[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const shared of open) shared.state.close();
    await redis.kill();
  });

  /** Starts replicas of a new owner, which share nothing with those of other tests. */
  async function replicas(count: number, given: { url?: string; clocks?: Clock[] } = {}) {
    owners += 1;
    const owner = { baseUrl: new URL('https://api.example.com/v1'), apiKey: `key ${owners}` };
    const warnings: string[] = [];
    const all = Array.from({ length: count }, (_, index) => {
      const shared = shareByRedis({
        address: { url: given.url ?? redis.url },
        owner,
        own: given.clocks?.[index] ?? createSystemClock(null),
        name: `r${index}`,
        random: Math.random,
        randomId: () => randomBytes(32).toString('base64url'),
        log: { info: () => {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') },
      });
      open.push(shared);
      return shared;
    });
    if (given.url === undefined) await Promise.all(all.map(({ state }) => state.ready(5_000)));
    return { all, keys: keysOf(owner), warnings };
  }

  /** The budget of a replica, with the ledger that it keeps. */
  function budgetOf({ state }: SharedByAll) {
    const ledger = createQuotaLedger({ clock: state.clock, random: () => 0.5 });
    return { ledger, budget: state.budget(ledger) };
  }

  function admitted(acquired: Acquired) {
    if (acquired.kind !== 'admit') throw new Error(`not admitted: ${JSON.stringify(acquired)}`);
    return acquired;
  }

  /** Sends one request whose response reports the counters. */
  async function observe(budget: ReturnType<typeof budgetOf>['budget'], seen: UsageHeaders = usage) {
    const sent = admitted(await budget.acquire('inventory', 'inventory'));
    await budget.settle({ ...sent, usage: seen, failure: null });
  }

  const terms = (all: readonly SharedByAll[]) => all.map(({ lease }) => lease.term());

  test('one of three leads; when it gives up, another one does, with a higher term', async () => {
    const { all } = await replicas(3);
    for (const { state } of all) state.start();
    await expect.poll(() => terms(all).filter((term) => term !== null)).toEqual([1]);
    const leader = all.find(({ lease }) => lease.term() !== null);
    const others = all.filter((shared) => shared !== leader);
    await leader?.state.stop();
    expect(leader?.lease.term()).toBeNull();
    await expect.poll(() => terms(others).filter((term) => term !== null)).toEqual([2]);
  });

  /** A publication with its body, as another replica receives it. */
  async function received({ status, bodyName, readBody }: Publication) {
    return { status, body: bodyName === null ? null : await readBody() };
  }

  test('what the leader publishes is received, the large part only when it has changed', async () => {
    const { all } = await replicas(2);
    const [leader, other] = all;
    const got: Awaited<ReturnType<typeof received>>[] = [];
    other?.publications.onPublication(async (publication) => void got.push(await received(publication)));
    const parts = Array.from({ length: 20 }, (_, index) => `part ${index} ${'é'.repeat(10_000)}`);
    leader?.publications.onPublication(async () => {});
    let status = 'first';
    let generated = 0;
    leader?.publications.setSource(() => ({
      status,
      body: {
        name: 'body 1',
        parts() {
          generated += 1;
          return parts;
        },
      },
    }));
    leader?.state.start();
    await expect.poll(() => leader?.lease.term()).toBe(1);
    leader?.publications.publish();
    await expect.poll(() => got.at(-1)).toEqual({ status: 'first', body: parts });
    status = 'second';
    leader?.publications.publish();
    await expect.poll(() => got.at(-1)?.status).toBe('second');
    expect(generated).toBe(1);
  });

  test('a replica that begins to listen late receives what was published before', async () => {
    const { all, keys } = await replicas(1);
    await withClient((client) => client.hSet(keys.publication, { status: 'early', body: '', sequence: 1 }));
    // The heartbeat has told of it before anybody listens.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const got: string[] = [];
    all[0]?.publications.onPublication(async ({ status }) => void got.push(status));
    await expect.poll(() => got).toEqual(['early']);
  });

  test('row 65: a publication of an earlier term is refused', async () => {
    const { all, keys, warnings } = await replicas(2);
    const [stopped, reader] = all;
    const got: string[] = [];
    reader?.publications.onPublication(async ({ status }) => void got.push(status));
    stopped?.publications.onPublication(async () => {});
    let status = 'of its term';
    stopped?.publications.setSource(() => ({ status, body: null }));
    stopped?.state.start();
    await expect.poll(() => got).toContain('of its term');
    // Another replica has led meanwhile, which this one has not noticed.
    await withClient((client) => client.incr(keys.term));
    status = 'too late';
    stopped?.publications.publish();
    await expect.poll(() => warnings).toContain('a publication was refused, because another replica leads');
    expect(got).not.toContain('too late');
  });

  test('row 67: a publication whose message is lost is received all the same', async () => {
    const { all, keys } = await replicas(1);
    const got: string[] = [];
    all[0]?.publications.onPublication(async ({ status }) => void got.push(status));
    await withClient((client) => client.hSet(keys.publication, { status: 'silent', body: '', sequence: 7 }));
    await expect.poll(() => got, { timeout: 5_000 }).toContain('silent');
  });

  test('row 66: of three replicas that want the last request of a minute exactly one gets it', async () => {
    const { all } = await replicas(3);
    const budgets = all.map((shared) => budgetOf(shared).budget);
    // Interactive requests leave the last two: of three one is left.
    if (budgets[0]) await observe(budgets[0], { ...usage, rateLimitRemaining: 3 });
    const decisions = await Promise.all(budgets.map((budget) => budget.acquire('detail', 'detail')));
    expect(decisions.map(({ kind }) => kind).sort()).toEqual(['admit', 'wait', 'wait']);
  });

  test('at most four requests are in flight in all replicas together, each is counted once', async () => {
    const { all } = await replicas(3);
    const parts = all.map(budgetOf);
    if (parts[0]) await observe(parts[0].budget);
    const wanted = parts.flatMap(({ budget }) => [1, 2, 3, 4].map(() => budget));
    const decisions = await Promise.all(
      wanted.map(async (budget) => ({ budget, got: await budget.acquire('list', 'list') })),
    );
    const sent = decisions.filter(({ got }) => got.kind === 'admit');
    expect(sent).toHaveLength(4);
    await Promise.all(
      sent.map(({ budget, got }) => budget.settle({ ...admitted(got), usage, failure: null })),
    );
    for (const { ledger } of parts) {
      await expect.poll(() => ledger.usage().spent_here).toMatchObject({ inventory: 1, list: 4 });
    }
  });

  test('a replica that waits is called when another one has a response', async () => {
    const { all } = await replicas(2);
    const [one, other] = all.map(budgetOf);
    if (!one || !other) throw new Error('two replicas');
    await observe(one.budget);
    const orders = [];
    for (let n = 0; n < 4; n += 1) orders.push(admitted(await one.budget.acquire('list', 'list')));
    expect((await other.budget.acquire('list', 'list')).kind).toBe('wait');
    const called = new Promise<void>((resolve) => other.budget.onRoom(resolve));
    const [first] = orders;
    if (first) await one.budget.settle({ ...first, usage, failure: null });
    await called;
    expect((await other.budget.acquire('list', 'list')).kind).toBe('admit');
  });

  test('the requests of a replica that has ended count as in flight until their deadline, then as perhaps sent', async () => {
    let ahead = 0;
    const own = createSystemClock(null);
    const later = { ...own, monotonic: () => own.monotonic() + ahead };
    const { all } = await replicas(2, { clocks: [own, later] });
    const [ended, other] = all.map(budgetOf);
    if (!ended || !other) throw new Error('two replicas');
    await observe(ended.budget);
    for (let n = 0; n < 4; n += 1) admitted(await ended.budget.acquire('list', 'list'));
    expect((await other.budget.acquire('list', 'list')).kind).toBe('wait');
    // Less than the tolerance of the shared clock at a time, as if time passed.
    for (ahead = 0; ahead < 8_000; ahead += 900);
    expect((await other.budget.acquire('list', 'list')).kind).toBe('admit');
    expect(other.ledger.current().inFlight.unconfirmed).toHaveLength(4);
  });

  test('row 68: a budget of another version is left alone, nothing is sent, and the log says so', async () => {
    const { all, keys, warnings } = await replicas(1);
    const foreign = JSON.stringify({ version: 999, state: 'of the future' });
    await withClient((client) => client.hSet(keys.budget, { version: '12', state: foreign }));
    const [one] = all.map(budgetOf);
    expect(await one?.budget.acquire('list', 'list')).toEqual({
      kind: 'refuse',
      failure: { code: 'shared_state_unreachable' },
    });
    expect(warnings).toContain('left a shared record of another version alone');
    expect(await withClient((client) => client.hGet(keys.budget, 'state'))).toBe(foreign);
  });

  test('row 41: when the server has lost its data, one request at a time rebuilds the budget', async () => {
    const { all, keys } = await replicas(2);
    const [one, other] = all.map(budgetOf);
    if (!one || !other) throw new Error('two replicas');
    await observe(one.budget, { ...usage, dailyRemaining: 77 });
    await withClient((client) => client.del([keys.budget, keys.replicas, keys.viewers]));
    await expect.poll(() => one.ledger.current().minute.current).toBeNull();
    const sent = admitted(await one.budget.acquire('list', 'list'));
    expect((await other.budget.acquire('list', 'list')).kind, 'before the first response').toBe('wait');
    expect(one.ledger.usage().daily.remaining, 'what was known is kept').toBe(77);
    await one.budget.settle({ ...sent, usage, failure: null });
    expect((await other.budget.acquire('list', 'list')).kind).toBe('admit');
  });

  test('row 69: replicas whose clocks are a day apart have the same time', async () => {
    const own = createSystemClock(null);
    const ahead = { ...own, now: () => own.now() + DAY_MS, monotonic: () => own.monotonic() + DAY_MS };
    const { all } = await replicas(2, { clocks: [own, ahead] });
    const [one, other] = all.map(({ state }) => state.clock);
    expect(Math.abs((one?.now() ?? 0) - (other?.now() ?? 0))).toBeLessThan(1_000);
    expect(Math.abs((one?.monotonic() ?? 0) - (other?.monotonic() ?? 0))).toBeLessThan(1_000);
  });

  test('row 70: a session is open on all replicas, and ended on all at once', async () => {
    const { all } = await replicas(2);
    const [one, other] = all.map(({ state }) => state.sessions);
    if (!one || !other) throw new Error('two replicas');
    const id = await one.open({ name: 'ada', idToken: 'token' });
    expect(await other.use(id)).toEqual({ name: 'ada', idToken: 'token' });
    expect(await one.end(id)).toEqual({ name: 'ada', idToken: 'token' });
    await expect.poll(() => other.use(id), { timeout: 1_000 }).toBeNull();
    expect(await one.use(id)).toBeNull();
    expect(await other.end(id)).toBeNull();
  });

  test('wrong passwords and known networks are shared', async () => {
    const { all } = await replicas(2);
    const [one, other] = all.map(({ state }) => state.logins(key));
    for (let n = 0; n < 5; n += 1) await one?.failed.add('192.0.2.1');
    expect(await other?.failed.of('192.0.2.1')).toMatchObject({ count: 5 });
    await other?.failed.clear('192.0.2.1');
    expect(await one?.failed.of('192.0.2.1')).toBeNull();
    expect(await one?.known.has('192.0.2.2')).toBe(false);
    await one?.known.add('192.0.2.2');
    expect(await other?.known.has('192.0.2.2')).toBe(true);
  });

  const format: ReadingFormat<string> = {
    serialize: (reading) => JSON.stringify(reading),
    parse: (text) => JSON.parse(text),
    parseFailure: (text) => JSON.parse(text),
  };

  test('row 71: 100 openings of one monitor on three replicas cost one request', async () => {
    const { all } = await replicas(3);
    const readings = all.map(({ state }) => state.readings(format));
    let reads = 0;
    const read = async () => {
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      const asOf = all[0]?.state.clock.now() ?? 0;
      return { value: `read ${reads}`, asOf, upstreamNow: asOf };
    };
    const openings = Array.from({ length: 100 }, (_, n) => readings[n % 3]?.readOnce('uuid', 60_000, read));
    const values = (await Promise.all(openings)).map((reading) => reading?.value);
    expect(new Set(values)).toEqual(new Set(['read 1']));
    expect(reads).toBe(1);
    expect((await readings[2]?.load('uuid'))?.value).toBe('read 1');
  });

  test('row 71: the failure of the one request reaches all that wait for it', async () => {
    const { all } = await replicas(3);
    const readings = all.map(({ state }) => state.readings(format));
    let reads = 0;
    const read = async () => {
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new FailureError({ code: 'upstream_timeout' });
    };
    const openings = Array.from({ length: 30 }, (_, n) => readings[n % 3]?.readOnce('failing', 60_000, read));
    const codes = (await Promise.allSettled(openings)).map((result) =>
      result.status === 'rejected' ? result.reason.failure.code : 'read',
    );
    expect(new Set(codes)).toEqual(new Set(['upstream_timeout']));
    expect(reads).toBe(1);
  });

  test('replicas know each other and their viewers', async () => {
    const { all } = await replicas(2);
    all[0]?.replicas.announce(() => ({ wantedS: 30, seen: ['a', 'b'] }));
    all[1]?.replicas.announce(() => ({ wantedS: 15, seen: ['b', 'c'] }));
    await expect.poll(() => all.map(({ replicas }) => replicas.count())).toEqual([2, 2]);
    await expect.poll(() => all[0]?.replicas.viewers()).toEqual({ count: 3, wantedS: 15 });
    await expect.poll(() => all[1]?.replicas.viewers()).toEqual({ count: 3, wantedS: 30 });
  });

  test('row 38: without a server everything is refused at once, and goes on when there is one', async () => {
    const port = await freePort();
    const { all } = await replicas(1, { url: `redis://127.0.0.1:${port}` });
    const [shared] = all;
    const [one] = all.map(budgetOf);
    if (!shared || !one) throw new Error('one replica');
    expect(shared.state.downSince()).not.toBeNull();
    expect(await one.budget.acquire('list', 'list')).toMatchObject({ kind: 'refuse' });
    await expect(shared.state.sessions.use('id')).rejects.toThrow('shared_state_unreachable');
    const late = await startRedis(port);
    await expect.poll(() => shared.state.downSince()).toBeNull();
    expect(await one.budget.acquire('list', 'list')).toMatchObject({ kind: 'admit' });
    await late.kill();
    await expect.poll(() => shared.state.downSince()).not.toBeNull();
  });

  test('a user with the privileges of docs/operations.md can do everything', async () => {
    const documented = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const [, rules = ''] = /ACL SETUSER sightline (.*)/.exec(documented) ?? [];
    await withClient((client) => client.sendCommand(['ACL', 'SETUSER', 'sightline', ...rules.split(' ')]));
    const { all, warnings } = await replicas(1, { url: redis.url.replace('//', '//sightline:password@') });
    const [shared] = all;
    const [one] = all.map(budgetOf);
    if (!shared || !one) throw new Error('one replica');
    const { state, publications, lease } = shared;
    await state.ready(5_000);
    publications.onPublication(async () => {});
    publications.setSource(() => ({ status: 'all', body: { name: 'body', parts: () => ['1', '2'] } }));
    state.start();
    await expect.poll(() => lease.term()).toBe(1);
    await publications.received();
    await observe(one.budget);
    const id = await state.sessions.open({ name: 'ada' });
    expect(await state.sessions.use(id)).toEqual({ name: 'ada' });
    expect(await state.sessions.end(id)).toEqual({ name: 'ada' });
    const { failed, known } = state.logins(key);
    await failed.add('network');
    await failed.clear('network');
    await known.add('network');
    expect([await failed.of('network'), await known.has('network')]).toEqual([null, true]);
    const reading = { value: 'read', asOf: state.clock.now(), upstreamNow: 0 };
    expect(await state.readings(format).readOnce('uuid', 60_000, async () => reading)).toEqual(reading);
    await state.store.write('record', ['part']);
    expect(await state.store.read('record')).toEqual(['part']);
    await state.store.remove('record');
    await state.stop();
    expect(warnings).toEqual([]);
    const denied = await withClient((client) => client.sendCommand(['ACL', 'LOG']));
    expect(denied).toEqual([]);
  });

  /** Runs commands with a client of its own. */
  async function withClient<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const client = createTestClient(redis.url);
    await client.connect();
    try {
      return await run(client);
    } finally {
      client.destroy();
    }
  }
});
