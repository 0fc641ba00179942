import 'server-only';
import type { Clock } from '../../clock.ts';
import type { LeaderLink } from '../leader-link.ts';
import type { Events } from './events.ts';
import type { Beat, Heartbeat } from './heartbeat.ts';

/** Older requests are of users who do not wait any more. */
const WAITING_MS = 10_000;

/** A request to read is sent as a message, and repeated with each heartbeat in case the message is lost. */
export function createRedisLeaderLink({
  events,
  heartbeat,
  clock,
}: {
  events: Events;
  heartbeat: Pick<Heartbeat, 'ask'> & { onBeat(listener: (beat: Pick<Beat, 'askedAt'>) => void): void };
  clock: Pick<Clock, 'now'>;
}): LeaderLink {
  let onAsked = () => {};
  /** The last request that was passed on, epoch ms. */
  let passedOn = 0;

  function pass(at: number): void {
    const now = clock.now();
    // What is later than now is from before the clock was set back.
    if (passedOn > now + WAITING_MS) passedOn = 0;
    if (at <= passedOn || Math.abs(now - at) > WAITING_MS) return;
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
