import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { SharedByAll } from '../shared.ts';
import { connectRedis, type RedisAddress } from './connection.ts';
import { createEvents } from './events.ts';
import { createHeartbeat } from './heartbeat.ts';
import { keysOf } from './keys.ts';
import { createRedisBudget } from './redis-budget.ts';
import { createRedisLease } from './redis-lease.ts';
import { createRedisLogins } from './redis-logins.ts';
import { createRedisPublications } from './redis-publications.ts';
import { createRedisReadings } from './redis-readings.ts';
import { createRedisSessions } from './redis-sessions.ts';
import { createRedisStore } from './redis-store.ts';
import { createSharedClock } from './shared-clock.ts';

/**
 * Shares everything through Redis or Valkey. Connects in the background.
 *
 * @param parts.owner whose data it is: replicas with another base URL or key share nothing with this one
 * @param parts.own the process's own clock
 * @param parts.name a short random name of this replica
 * @param parts.randomId returns 256 random bits as text
 */
export function shareByRedis(parts: {
  address: RedisAddress;
  owner: { baseUrl: URL; apiKey: string };
  own: Clock;
  name: string;
  random: () => number;
  randomId: () => string;
  log: Pick<Logger, 'info' | 'warn'>;
}): SharedByAll {
  const { address, owner, own, name, random, randomId, log } = parts;
  const connection = connectRedis(address, { clock: own, random, log });
  const keys = keysOf(owner);
  const clock = createSharedClock(own);
  const events = createEvents(connection, keys);
  const heartbeat = createHeartbeat({ connection, keys, own, shared: clock, name });
  const lease = createRedisLease({ connection, keys, own, replica: `${name} ${randomId()}`, log });
  const common = { connection, keys, events, clock, own };
  heartbeat.start();
  return {
    lease,
    replicas: heartbeat.replicas,
    publications: createRedisPublications({ connection, keys, lease, events, heartbeat, log }),
    link: {
      askToRead: () => events.send({ kind: 'read_now' }),
      onAskedToRead: (listener) => events.on('read_now', listener),
      tellRemoved: (uuid) => events.send({ kind: 'removed', uuid }),
      onRemoved: (listener) => events.on('removed', ({ uuid }) => listener(uuid)),
    },
    state: {
      clock,
      store: createRedisStore(connection, keys),
      sessions: createRedisSessions({ ...common, randomId }),
      logins: (key) => createRedisLogins({ connection, keys, clock, key }),
      budget: (ledger) => createRedisBudget({ ...common, ledger, heartbeat, log }),
      readings: (format) => createRedisReadings({ ...common, format }),
      downSince: connection.downSince,
      onChange: connection.onChange,
      ready: (milliseconds) =>
        new Promise((resolve) => {
          if (connection.downSince() === null) resolve();
          const cancel = own.after(milliseconds, resolve);
          const end = () => {
            cancel();
            resolve();
          };
          heartbeat.onBeat(end);
          connection.onChange(end);
        }),
      start: lease.start,
      stop: lease.release,
      close() {
        heartbeat.stop();
        connection.close();
      },
    },
  };
}
