import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { SharedByAll } from '../shared.ts';
import { connectRedis, type RedisAddress } from './connection.ts';
import { createEvents } from './events.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createHistoryChannel } from './history-channel.ts';
import { keysOf } from './keys.ts';
import { createRedisBudget } from './redis-budget.ts';
import { createRedisLeaderLink } from './redis-leader-link.ts';
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
  const heartbeat = createHeartbeat({ connection, keys, own, shared: clock, name, log });
  /** Unique, unlike the name. */
  const replica = `${name} ${randomId()}`;
  const lease = createRedisLease({
    ...{ connection, keys, own, log, replica },
    isReluctant: () => publications.isForeign(),
  });
  const publications = createRedisPublications({ connection, keys, lease, events, heartbeat, log });
  const common = { connection, keys, events, clock, own };
  let isStopped = false;
  heartbeat.start();
  return {
    lease,
    replicas: heartbeat.replicas,
    publications,
    link: createRedisLeaderLink({ events, heartbeat, clock }),
    state: {
      clock,
      local: clock.local,
      store: createRedisStore(connection, keys, clock),
      sessions: (realm) => createRedisSessions({ ...common, realm, randomId, log }),
      logins: (key) => createRedisLogins({ connection, keys, clock, key }),
      budget: (ledger) =>
        createRedisBudget({
          ...{ ledger, clock, own, log },
          swapBudget: (values) => connection.run((client) => client.swapBudget(keys, replica, values)),
          onRoomMessage: (listener) => events.on('room', listener),
          onVersion: (listener) =>
            heartbeat.onBeat(({ budgetVersion, isLaterRunning }) => listener(budgetVersion, isLaterRunning)),
          onReachable: (listener) => connection.onChange((isUp) => isUp && listener()),
        }),
      readings: (format) => createRedisReadings({ ...common, randomId, format }),
      history: createHistoryChannel({ connection, keys, events, heartbeat }),
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
      async start() {
        // What was published tells whether replicas of another version run.
        await publications.received();
        if (!isStopped) lease.start();
      },
      stop() {
        isStopped = true;
        return lease.release();
      },
      close() {
        heartbeat.stop();
        connection.close();
      },
    },
  };
}
