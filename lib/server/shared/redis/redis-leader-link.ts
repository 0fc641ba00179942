import 'server-only';
import type { LeaderLink } from '../leader-link.ts';
import type { Events } from './events.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { SharedClock } from './shared-clock.ts';

/** Older requests are of users who do not wait any more. */
const WAITING_MS = 10_000;

/** A request to read is sent as a message, and repeated with each heartbeat in case the message is lost. */
export function createRedisLeaderLink({
  events,
  heartbeat,
  clock,
}: {
  events: Events;
  heartbeat: Heartbeat;
  clock: SharedClock;
}): LeaderLink {
  let onAsked = () => {};
  /** The last request that was passed on, epoch ms. */
  let passedOn = 0;

  function pass(at: number): void {
    if (at <= passedOn || clock.now() - at > WAITING_MS) return;
    passedOn = at;
    onAsked();
  }

  events.on('read_now', ({ at }) => pass(at));
  heartbeat.onBeat(({ askedAt }) => pass(askedAt));
  return {
    askToRead() {
      const at = clock.now();
      heartbeat.ask(at);
      events.send({ kind: 'read_now', at });
    },
    onAskedToRead(listener) {
      onAsked = listener;
    },
    tellRemoved: (uuid) => events.send({ kind: 'removed', uuid }),
    onRemoved: (listener) => events.on('removed', ({ uuid }) => listener(uuid)),
  };
}
