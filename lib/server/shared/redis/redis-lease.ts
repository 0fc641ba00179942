import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Lease } from '../leadership.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';

export interface RedisLease extends Lease {
  start(): void;
  /** Gives leadership up, so that another replica can lead at once. */
  release(): Promise<void>;
}

/** A leader that stops renewing is replaced after this time. */
const LEASE_MS = 9_000;
const RENEW_MS = LEASE_MS / 3;
/** How often a replica that does not lead tries to. */
const TRY_MS = 1_500;
/** The same for a reluctant one: it leads only when no other has taken the lease for a while. */
const RELUCTANT_TRY_MS = 30_000;

/**
 * A lease in Redis. It is kept by its own process's monotonic clock: a leader that cannot renew it stops leading before
 * another replica can begin.
 *
 * @param parts.own the process's own clock
 * @param parts.replica identifies the replica
 * @param parts.isReluctant whether replicas of another version should lead rather than this one
 */
export function createRedisLease(parts: {
  connection: Connection;
  keys: Keys;
  own: Clock;
  replica: string;
  isReluctant: () => boolean;
  log: Pick<Logger, 'info' | 'warn'>;
}): RedisLease {
  const { connection, keys, own, replica, isReluctant, log } = parts;
  const listeners: (() => void)[] = [];
  let current: { term: number; until: number } | null = null;
  let isRunning = false;
  let cancelTimer = () => {};

  const isHeld = () => current !== null && own.monotonic() < current.until;

  function change(next: typeof current): void {
    const before = current?.term ?? null;
    current = next;
    if (before === (next?.term ?? null)) return;
    if (next === null) log[isRunning ? 'warn' : 'info']({ term: before }, 'no longer leads');
    else log.info({ term: next.term }, 'leads');
    for (const listener of listeners) listener();
  }

  async function release(): Promise<void> {
    change(null);
    // Also without a lease as far as known: the reply to a renewal may be on its way.
    await connection.run((client) => client.releaseLease(keys.lease, replica)).catch(() => {});
  }

  async function hold(): Promise<void> {
    // Counted from before the command was sent: Redis counts from a later moment.
    const sentAt = own.monotonic();
    const term = await connection
      .run((client) => client.holdLease(keys, replica, LEASE_MS))
      .catch(() => null);
    // Also when Redis has prolonged it: who asked for the term after the lapse must be told of the same term again.
    if (!isHeld()) change(null);
    if (term !== null && isRunning) change(term === 0 ? null : { term, until: sentAt + LEASE_MS });
  }

  async function run(): Promise<void> {
    cancelTimer();
    // Redis answers in order, so that a later answer is never overtaken by an earlier one.
    await hold();
    cancelTimer();
    if (isRunning) cancelTimer = own.after(waitMs(), () => void run());
  }

  function waitMs(): number {
    if (current !== null) return RENEW_MS;
    return isReluctant() ? RELUCTANT_TRY_MS : TRY_MS;
  }

  connection.onChange((isUp) => {
    if (isUp && isRunning && !isReluctant()) void run();
  });
  return {
    term: () => (isHeld() ? (current?.term ?? null) : null),
    onChange: (listener) => listeners.push(listener),
    start() {
      isRunning = true;
      if (isReluctant()) cancelTimer = own.after(RELUCTANT_TRY_MS, () => void run());
      else void run();
    },
    async release() {
      isRunning = false;
      cancelTimer();
      await release();
    },
  };
}
