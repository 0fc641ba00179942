import { expect, test } from 'vitest';
import { createSystemClock } from '../../clock.ts';
import type { Publication } from '../publications.ts';
import type { SharedByAll } from '../shared.ts';
import { describeWithServer, pairOf } from './test-replicas.fixtures.ts';

const terms = (all: readonly SharedByAll[]) =>
  all.flatMap(({ lease }) => {
    const term = lease.term();
    return term === null ? [] : [term];
  });

/** Records the publications that a replica receives. */
function record({ publications }: SharedByAll): { status: string; body: readonly string[] | null }[] {
  const got: Awaited<ReturnType<typeof received>>[] = [];
  publications.onPublication(async (publication) => {
    got.push(await received(publication));
    return 'adopted';
  });
  return got;
}

async function received({ status, bodyName, readBody }: Publication) {
  return { status, body: bodyName === null ? null : await readBody() };
}

/** Makes a replica publish this status, with a body of parts. */
function publishing({ publications }: SharedByAll, parts: readonly string[] | null = null) {
  const source = { status: 'first', generated: 0 };
  publications.setSource(() => ({
    status: source.status,
    body: parts && {
      name: 'body',
      parts() {
        source.generated += 1;
        return parts;
      },
    },
  }));
  return {
    generated: () => source.generated,
    publish(status: string) {
      source.status = status;
      publications.publish();
    },
  };
}

describeWithServer('leadership and publications through a real server', ({ replicas, withClient }) => {
  test('one of three leads; when it gives up, another one does, with a higher term', async () => {
    const { all } = await replicas(3);
    for (const { state } of all) void state.start();
    await expect.poll(() => terms(all)).toHaveLength(1);
    const [first = 0] = terms(all);
    const leader = all.find(({ lease }) => lease.term() !== null);
    const others = all.filter((shared) => shared !== leader);
    await leader?.state.stop();
    expect(leader?.lease.term()).toBeNull();
    await expect.poll(() => terms(others)).toHaveLength(1);
    expect(terms(others)[0]).toBeGreaterThan(first);
  });

  test('row 39: a leader whose lease has lapsed by its own clock is told when Redis prolongs it all the same', async () => {
    let stalledMs = 0;
    const own = createSystemClock(null);
    const { all } = await replicas(1, {
      clocks: [{ ...own, monotonic: () => own.monotonic() + stalledMs }],
    });
    const [one] = all;
    await one?.state.start();
    await expect.poll(() => terms(all)).toHaveLength(1);
    const [term] = terms(all);
    const told: unknown[] = [];
    one?.lease.onChange(() => told.push(one.lease.term()));
    stalledMs = 10_000;
    expect(terms(all)).toEqual([]);
    await expect.poll(() => terms(all)).toEqual([term]);
    expect(told).toEqual([null, term]);
  });

  const parts = Array.from({ length: 20 }, (_, index) => `part ${index} ${'é'.repeat(10_000)}`);

  test('what the leader publishes is received, the large part only when it has changed', async () => {
    const [leader, other] = pairOf((await replicas(2)).all);
    const got = record(other);
    const own = record(leader);
    const { publish, generated } = publishing(leader, parts);
    await leader.state.start();
    await expect.poll(() => got.at(-1)).toEqual({ status: 'first', body: parts });
    publish('second');
    await expect.poll(() => got.at(-1)?.status).toBe('second');
    expect(generated()).toBe(1);
    expect(own, 'a leader receives nothing of its own').toEqual([]);
  });

  test('a body that lacks parts is written again before it is published', async () => {
    const { all, keys } = await replicas(2);
    const [leader, other] = pairOf(all);
    const got = record(other);
    record(leader);
    const { publish } = publishing(leader, parts);
    await leader.state.start();
    await expect.poll(() => got.at(-1)?.status).toBe('first');
    await withClient((client) => client.lTrim(`${keys.body}body`, 0, 3));
    publish('second');
    await expect.poll(() => got.at(-1)?.status).toBe('second');
    expect(await withClient((client) => client.lLen(`${keys.body}body`))).toBe(20);
    expect(
      await withClient((client) => client.pTTL(`${keys.body}body`)),
      'nothing is kept for ever',
    ).toBeGreaterThan(0);
  });

  test('a leader that was disconnected publishes what it has read meanwhile, and receives nothing older', async () => {
    const [leader, other] = pairOf((await replicas(2)).all);
    const got = record(other);
    const own = record(leader);
    const { publish } = publishing(leader);
    await leader.state.start();
    await expect.poll(() => got.at(-1)?.status).toBe('first');
    await withClient((client) => client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']));
    publish('read meanwhile');
    await expect.poll(() => got.at(-1)?.status).toBe('read meanwhile');
    expect(own).toEqual([]);
  });

  test('row 41: old data that Redis has restored replaces nothing newer, and the leader publishes again', async () => {
    const { all, keys } = await replicas(2);
    const [leader, other] = pairOf(all);
    const got = record(other);
    record(leader);
    const { publish } = publishing(leader);
    await leader.state.start();
    await expect.poll(() => got.at(-1)?.status).toBe('first');
    const old = await withClient((client) => client.hGetAll(keys.publication));
    publish('second');
    await expect.poll(() => got.at(-1)?.status).toBe('second');
    await withClient((client) => client.hSet(keys.publication, old));
    await expect.poll(() => withClient((client) => client.hGet(keys.publication, 'status'))).toBe('second');
    const statuses = got.map(({ status }) => status);
    expect(statuses.lastIndexOf('first')).toBeLessThan(statuses.indexOf('second'));
  });

  test('a replica that begins to listen late receives what was published before', async () => {
    const { all, keys } = await replicas(1);
    await withClient((client) => client.hSet(keys.publication, { status: 'early', body: '', sequence: 1 }));
    // A heartbeat has told of it before anybody listens.
    const beats = async () =>
      Object.values(await withClient((client) => client.hGetAll(keys.replicas))).join();
    const last = await beats();
    await expect.poll(beats).not.toBe(last);
    const [replica] = all;
    const got = replica ? record(replica) : [];
    await expect.poll(() => got).toEqual([{ status: 'early', body: null }]);
  });

  test('row 65: a publication of an earlier term is refused', async () => {
    const { all, keys, warnings } = await replicas(2);
    const [stopped, reader] = pairOf(all);
    const got = record(reader);
    record(stopped);
    const { publish } = publishing(stopped);
    await stopped.state.start();
    await expect.poll(() => got.at(-1)?.status).toBe('first');
    // Another replica has led meanwhile, which this one has not noticed.
    await withClient((client) => client.incr(keys.term));
    publish('too late');
    await expect.poll(() => warnings).toContain('a publication was refused, because another replica leads');
    expect(got.map(({ status }) => status)).not.toContain('too late');
  });

  test('row 67: a publication whose message is lost is received all the same', async () => {
    const { all, keys } = await replicas(1);
    const [replica] = all;
    const got = replica ? record(replica) : [];
    await withClient((client) => client.hSet(keys.publication, { status: 'silent', body: '', sequence: 7 }));
    await expect.poll(() => got.at(-1)?.status).toBe('silent');
  });

  test('row 68: where replicas of another version publish, one that cannot read it lets others lead first', async () => {
    // The test need not wait half a minute.
    const own = createSystemClock(null);
    const fast = { ...own, after: (ms: number, run: () => void) => own.after(Math.min(ms, 3_000), run) };
    const { all, keys } = await replicas(2, { clocks: [fast, fast] });
    const [old, current] = pairOf(all);
    await withClient((client) =>
      client.hSet(keys.publication, { status: 'of the future', body: '', sequence: 9 }),
    );
    old.publications.onPublication(async () => 'foreign');
    record(current);
    await old.state.start();
    expect(old.lease.term()).toBeNull();
    await current.state.start();
    await expect.poll(() => current.lease.term()).not.toBeNull();
    await current.state.stop();
    // Nobody else is left: after a downgrade it leads.
    await expect.poll(() => old.lease.term()).not.toBeNull();
  });

  test('a request to read reaches the leader once, also when its message is lost', async () => {
    const { all, keys } = await replicas(2);
    const [asking, leader] = pairOf(all);
    let asked = 0;
    leader.link.onAskedToRead(() => {
      asked += 1;
    });
    asking.link.askToRead();
    await expect.poll(() => asked).toBe(1);
    const at = leader.state.clock.now() + 1;
    const registration = JSON.stringify({ name: 'silent', wantedS: null, askedAt: at });
    await withClient((client) => client.hSet(keys.replicas, 'silent', `${at} ${registration}`));
    await expect.poll(() => asked).toBe(2);
    // The heartbeats of both replicas go on.
    await expect.poll(() => leader.replicas.count()).toBe(2);
    expect(asked).toBe(2);
  });

  test('messages arrive again after the connection for them was lost', async () => {
    const [one, other] = pairOf((await replicas(2)).all);
    const removed: string[] = [];
    other.link.onRemoved((uuid) => removed.push(uuid));
    one.link.tellRemoved('before');
    await expect.poll(() => removed).toContain('before');
    await withClient((client) => client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']));
    await expect
      .poll(() => {
        one.link.tellRemoved('after');
        return removed;
      })
      .toContain('after');
    expect(one.state.downSince(), 'only messages were lost').toBeNull();
  });

  test('replicas know each other and their viewers', async () => {
    const { all } = await replicas(2);
    all[0]?.replicas.announce(() => ({ wantedS: 30, seen: ['a', 'b'] }));
    all[1]?.replicas.announce(() => ({ wantedS: 15, seen: ['b', 'c'] }));
    await expect.poll(() => all.map(({ replicas }) => replicas.count())).toEqual([2, 2]);
    await expect.poll(() => all[0]?.replicas.viewers()).toEqual({ count: 3, wantedS: 15 });
    await expect.poll(() => all[1]?.replicas.viewers()).toEqual({ count: 3, wantedS: 30 });
  });
});
