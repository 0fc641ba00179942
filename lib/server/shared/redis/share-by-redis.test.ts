import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startRedis } from '../../../../e2e/support/redis-server.ts';
import { freePort } from '../../../../lib/launch/free-port.ts';
import { loginsContract } from '../../access/logins-contract.fixtures.ts';
import { sessionsContract } from '../../access/sessions-contract.fixtures.ts';
import { createSystemClock } from '../../clock.ts';
import { FailureError } from '../../errors.ts';
import { storeContract } from '../../store/store-contract.fixtures.ts';
import type { ReadingFormat, SharedReadings } from '../shared-readings.ts';
import { budgetOf, describeWithServer, observe, pairOf } from './test-replicas.fixtures.ts';

const DAY_MS = 86_400_000;
const key = Buffer.from('a secret of all replicas');

describeWithServer('replicas that share through a real server', ({ url, replicas, withClient }) => {
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
    const [one, other] = pairOf(all.map(({ state }) => state.sessions('password')));
    const id = await one.open({ name: 'ada', idToken: 'token' });
    expect(await other.use(id)).toEqual({ name: 'ada', idToken: 'token' });
    expect(await one.end(id)).toEqual({ name: 'ada', idToken: 'token' });
    await expect.poll(() => other.use(id), { timeout: 1_000 }).toBeNull();
    expect(await one.use(id)).toBeNull();
    expect(await other.end(id)).toBeNull();
  });

  test('after a change of the password earlier sessions are not found', async () => {
    const { all } = await replicas(2);
    const [one, other] = pairOf(all.map(({ state }) => state));
    const id = await one.sessions('old password').open({ name: null });
    expect(await other.sessions('old password').use(id)).toEqual({ name: null });
    expect(await other.sessions('new password').use(id)).toBeNull();
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

  /** Each replica's requests are answered in their order: those that it sent before have been answered then. */
  const allHaveAsked = (all: Awaited<ReturnType<typeof replicas>>['all']) =>
    Promise.all(all.map(({ state }) => state.readings(format).load('another')));

  const format: ReadingFormat<string> = {
    version: 1,
    serialize: (reading) => JSON.stringify(reading),
    parse(text) {
      const json = JSON.parse(text);
      return Array.isArray(json) ? null : json;
    },
    parseFailure: (text) => JSON.parse(text),
  };

  test('row 71: 100 openings of one monitor on three replicas cost one request', async () => {
    const { all } = await replicas(3);
    const readings = all.map(({ state }) => state.readings(format));
    let reads = 0;
    const read = async () => {
      reads += 1;
      await allHaveAsked(all);
      const asOf = all[0]?.state.clock.now() ?? 0;
      return { value: `read ${reads}`, asOf, upstreamNow: asOf };
    };
    const openings = Array.from({ length: 100 }, (_, n) => readings[n % 3]?.readOnce('uuid', 60_000, read));
    const values = (await Promise.all(openings)).map((reading) => reading?.value);
    expect(new Set(values)).toEqual(new Set(['read 1']));
    expect(reads).toBe(1);
    expect((await readings[2]?.load('uuid'))?.value).toBe('read 1');
  });

  test('row 68: replicas of two versions do not replace each other’s readings', async () => {
    const { all } = await replicas(2);
    const later: ReadingFormat<string> = {
      ...format,
      version: format.version + 1,
      serialize: ({ value, asOf }) => JSON.stringify([asOf, value]),
      parse(text) {
        const json: unknown = JSON.parse(text);
        return Array.isArray(json) ? { value: json[1], asOf: json[0], upstreamNow: json[0] } : null;
      },
    };
    const [one, other] = pairOf(all.map(({ state }, n) => state.readings(n === 0 ? format : later)));
    const asOf = all[0]?.state.clock.now() ?? 0;
    const reads: string[] = [];
    const open = (readings: SharedReadings<string>, by: string) =>
      readings.readOnce('uuid', 60_000, async () => {
        reads.push(by);
        return { value: by, asOf, upstreamNow: asOf };
      });
    for (let n = 0; n < 2; n += 1) {
      expect((await open(one, 'one')).value).toBe('one');
      expect((await open(other, 'other')).value).toBe('other');
    }
    expect(reads).toEqual(['one', 'other']);
    const removed = one.readOnce('uuid', 0, async () => {
      throw new FailureError({ code: 'monitor_not_found' });
    });
    await expect(removed).rejects.toThrow('monitor_not_found');
    expect(await one.load('uuid')).toBeNull();
    expect((await other.load('uuid'))?.value).toBe('other');
  });

  test('row 71: a read that outlasts its lock does not end the lock of another replica', async () => {
    const { all, keys } = await replicas(1);
    const readings = all[0]?.state.readings(format);
    const lock = `${keys.detail}${format.version}:slow:lock`;
    await readings?.readOnce('slow', 60_000, async () => {
      await withClient((client) => client.set(lock, 'another replica'));
      return { value: 'read', asOf: 0, upstreamNow: 0 };
    });
    expect(await withClient((client) => client.get(lock))).toBe('another replica');
  });

  test('row 71: the failure of the one request reaches all that wait for it', async () => {
    const { all } = await replicas(3);
    const readings = all.map(({ state }) => state.readings(format));
    let reads = 0;
    const read = async () => {
      reads += 1;
      await allHaveAsked(all);
      throw new FailureError({ code: 'upstream_timeout' });
    };
    const openings = Array.from({ length: 30 }, (_, n) => readings[n % 3]?.readOnce('failing', 60_000, read));
    const codes = (await Promise.allSettled(openings)).map((result) =>
      result.status === 'rejected' ? result.reason.failure.code : 'read',
    );
    expect(new Set(codes)).toEqual(new Set(['upstream_timeout']));
    expect(reads).toBe(1);
  });

  test('row 38: without a server everything is refused at once, and goes on when there is one', async () => {
    const port = await freePort();
    const { all } = await replicas(1, { url: `redis://127.0.0.1:${port}` });
    const [shared] = all;
    const [one] = all.map(budgetOf);
    if (!shared || !one) throw new Error('one replica');
    expect(shared.state.downSince()).not.toBeNull();
    expect(await one.budget.acquire('list', 'list')).toMatchObject({ kind: 'refuse' });
    await expect(shared.state.sessions('password').use('id')).rejects.toThrow('shared_state_unreachable');
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
    const { all, warnings } = await replicas(1, { url: url().replace('//', '//sightline:password@') });
    const [shared] = all;
    const [one] = all.map(budgetOf);
    if (!shared || !one) throw new Error('one replica');
    const { state, publications, lease } = shared;
    await state.ready(5_000);
    publications.onPublication(async () => 'adopted');
    publications.setSource(() => ({ status: 'all', body: { name: 'body', parts: () => ['1', '2'] } }));
    await state.start();
    await expect.poll(() => lease.term()).not.toBeNull();
    await publications.received();
    await observe(one.budget);
    const sessions = state.sessions('password');
    const id = await sessions.open({ name: 'ada' });
    expect(await sessions.use(id)).toEqual({ name: 'ada' });
    expect(await sessions.end(id)).toEqual({ name: 'ada' });
    const { failed, known } = state.logins(key);
    await failed.add('network');
    await failed.clear('network');
    await known.add('network');
    expect([await failed.of('network'), await known.has('network')]).toEqual([null, true]);
    const reading = { value: 'read', asOf: state.clock.now(), upstreamNow: 0 };
    expect(await state.readings(format).readOnce('uuid', 60_000, async () => reading)).toEqual(reading);
    await state.store.write('record', ['part']);
    expect(await state.store.read('record')).toEqual(['part']);
    expect(await state.store.keys('rec')).toEqual(['record']);
    await state.store.remove('record');
    await state.stop();
    expect(warnings).toEqual([]);
    const denied = await withClient((client) => client.sendCommand(['ACL', 'LOG']));
    expect(denied).toEqual([]);
  });

  storeContract(async () => {
    const { all } = await replicas(1);
    const [replica] = all;
    if (replica === undefined) throw new Error('one replica');
    return replica.state.store;
  });

  sessionsContract(async () => {
    const [replica] = (await replicas(1)).all;
    if (replica === undefined) throw new Error('one replica');
    return replica.state.sessions('password');
  });

  loginsContract(async () => {
    const [replica] = (await replicas(1)).all;
    if (replica === undefined) throw new Error('one replica');
    return replica.state.logins(key);
  });
});
