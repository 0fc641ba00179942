import 'server-only';
import type { Clock } from '../../clock.ts';
import { FailureError, isFailure } from '../../errors.ts';
import type { Reading } from '../../reading.ts';
import type { ReadingFormat, SharedReadings } from '../shared-readings.ts';
import type { Connection } from './connection.ts';
import type { Events } from './events.ts';
import type { Keys } from './keys.ts';

/** How long a reading is kept as a fallback. */
const KEPT_MS = 7 * 86_400_000;
/**
 * After this time another replica may read, because the one that reads must have ended: longer than two attempts, each
 * with its wait for admission.
 */
const LOCK_MS = 20_000;
/** How long the replicas that wait are told of a failure. */
const FAILURE_MS = 2_000;
/** How often a replica that waits looks, in case the message that ends its wait is lost. */
const LOOK_MS = 500;

const keptFor = (value: number) => ({ expiration: { type: 'PX', value } }) as const;

/** @param parts.clock shared by all replicas; @param parts.own the process's own */
export function createRedisReadings<T>(parts: {
  connection: Connection;
  keys: Keys;
  events: Events;
  clock: Clock;
  own: Clock;
  randomId: () => string;
  format: ReadingFormat<T>;
}): SharedReadings<T> {
  const { connection, keys, events, clock, own, randomId, format } = parts;
  const waiting = new Map<string, Set<() => void>>();
  /** Replicas of another version use other keys: they cannot read these values, and would replace or delete them. */
  const prefix = `${keys.detail}${format.version}:`;
  const nameOf = (key: string) => ({
    value: prefix + key,
    lock: `${prefix}${key}:lock`,
    failure: `${prefix}${key}:failure`,
  });

  events.on('detail', ({ uuid }) => {
    for (const wake of waiting.get(uuid) ?? []) wake();
  });

  async function get(key: string): Promise<Reading<T> | null> {
    const text = await connection.run((client) => client.get(nameOf(key).value));
    return text === null ? null : format.parse(text, key);
  }

  /** Resolves when a replica has read, or after `LOOK_MS`. */
  function waitForOther(key: string): Promise<void> {
    return new Promise((resolve) => {
      const all = waiting.get(key) ?? new Set();
      waiting.set(key, all);
      const wake = () => {
        cancel();
        all.delete(wake);
        if (all.size === 0) waiting.delete(key);
        resolve();
      };
      const cancel = own.after(LOOK_MS, wake);
      all.add(wake);
    });
  }

  /** @param holder whose lock it is */
  async function readAsOnly(
    key: string,
    holder: string,
    read: () => Promise<Reading<T>>,
  ): Promise<Reading<T>> {
    const { value, lock, failure } = nameOf(key);
    const end = async (change: Promise<unknown>) => {
      await change;
      await connection.run((client) => client.releaseLease(lock, holder));
      events.send({ kind: 'detail', uuid: key });
    };
    try {
      const reading = await read();
      const text = format.serialize(reading);
      // A reading that cannot be shared is still one.
      await end(connection.run((client) => client.set(value, text, keptFor(KEPT_MS)))).catch(() => {});
      return reading;
    } catch (error) {
      const told = isFailure(error) ? error.failure : { code: 'internal' };
      if (told.code === 'monitor_not_found')
        await connection.run((client) => client.del(value)).catch(() => {});
      const text = JSON.stringify(told);
      await end(connection.run((client) => client.set(failure, text, keptFor(FAILURE_MS)))).catch(() => {});
      throw error;
    }
  }

  async function readUnlessShared(
    key: string,
    withinMs: number,
    read: () => Promise<Reading<T>>,
  ): Promise<Reading<T>> {
    const { lock, failure } = nameOf(key);
    const young = async () => {
      const shared = await get(key);
      return shared !== null && isYoung(shared, withinMs) ? shared : null;
    };
    for (let hasWaited = false; ; hasWaited = true) {
      const shared = await young();
      if (shared !== null) return shared;
      if (hasWaited) {
        const text = await connection.run((client) => client.get(failure));
        const told = text === null ? null : format.parseFailure(text);
        if (told !== null) throw new FailureError(told);
      }
      const holder = randomId();
      if (await takeLock(lock, holder)) {
        const justRead = await young();
        if (justRead === null) return readAsOnly(key, holder, read);
        await connection.run((client) => client.releaseLease(lock, holder));
        return justRead;
      }
      await waitForOther(key);
    }
  }

  async function takeLock(lock: string, holder: string): Promise<boolean> {
    const options = { condition: 'NX', expiration: { type: 'PX', value: LOCK_MS } } as const;
    return (await connection.run((client) => client.set(lock, holder, options))) !== null;
  }

  const isYoung = (reading: Reading<T>, withinMs: number) => clock.now() - reading.asOf < withinMs;
  /** The calls of this replica that have not ended. */
  const pending = new Map<string, Promise<Reading<T>>>();

  return {
    load: (key) => get(key).catch(() => null),
    async readOnce(key, withinMs, read) {
      const other = pending.get(key);
      if (other) {
        const reading = await other;
        if (isYoung(reading, withinMs)) return reading;
      }
      const reading = readUnlessShared(key, withinMs, read);
      pending.set(key, reading);
      return reading.finally(() => {
        if (pending.get(key) === reading) pending.delete(key);
      });
    },
  };
}
