import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { type CheckQueue, type CheckResult, createCheckQueue, LONGEST_WAIT_MS } from './check-queue.ts';
import { clientNetwork } from './client-network.ts';
import { createFailedLogins } from './failed-logins.ts';
import type { KnownNetworks } from './known-networks.ts';

/** What an attempt to sign in came to. `waitS`: seconds until another one makes sense. */
export type LoginResult =
  | { kind: 'right' }
  | { kind: 'wrong' }
  | { kind: 'refused'; problem: 'too_many_attempts' | 'too_many_waiting'; waitS: number };

/**
 * Slows down guessing without locking anybody out (ADR 0018):
 *
 * - A session, and a network that has signed in within 30 days, has a queue of its own: its wrong passwords slow down
 *   itself alone, and never block it.
 * - All others share one queue, which each wrong password makes slower, up to one check in 4 s. Who was wrong once
 *   at most goes before who was wrong more often. Their networks are blocked for growing times after 5 wrong passwords each.
 */
export interface LoginThrottle {
  /**
   * Checks a password as soon as the client may try one.
   * @param client.address as the launcher worked it out; @param client.session id of the session the client has, if any
   */
  attempt(
    client: { address: string; session: string | null },
    verify: () => Promise<boolean>,
  ): Promise<LoginResult>;
}

/** Wrong passwords without consequence: of one known client, and of all unknown ones together. */
const FREE_KNOWN = 5;
const FREE_UNKNOWN = 20;
/** A person may mistype once without going behind those who did not. */
const FREE_RANK = 1;
/** Queues of sessions and known networks that are remembered. */
const QUEUES_MAX = 1000;

export function createLoginThrottle({ clock, known }: { clock: Clock; known: KnownNetworks }): LoginThrottle {
  const failed = createFailedLogins(clock);
  const unknown = createCheckQueue({ clock, free: FREE_UNKNOWN });
  const queues = new LRUCache<string, CheckQueue>({ max: QUEUES_MAX });
  /** One check at a time over all queues: each takes much memory and time on purpose. */
  let lastCheck: Promise<unknown> = Promise.resolve();

  async function oneAtATime(verify: () => Promise<boolean>): Promise<CheckResult> {
    const check = lastCheck.then(verify);
    lastCheck = check.catch(() => undefined);
    return (await check) ? 'right' : 'wrong';
  }

  function queueOf(client: string): CheckQueue {
    const queue = queues.get(client) ?? createCheckQueue({ clock, free: FREE_KNOWN });
    queues.set(client, queue);
    return queue;
  }

  async function attemptAsKnown(client: string, verify: () => Promise<boolean>): Promise<LoginResult> {
    const queue = queueOf(client);
    const result = await queue.run({ client, rank: 0, check: () => oneAtATime(verify) });
    if (result === 'right') queue.clear();
    return result === 'right' || result === 'wrong' ? { kind: result } : tooManyWaiting;
  }

  async function attemptAsUnknown(network: string, verify: () => Promise<boolean>): Promise<LoginResult> {
    const blocked = failed.blockedMs(network);
    if (blocked > 0) return tooManyAttempts(blocked);
    const result = await unknown.run({
      client: network,
      rank: Math.max(0, failed.count(network) - FREE_RANK),
      async check() {
        // Others of the same network may have been wrong while this one waited.
        if (failed.blockedMs(network) > 0) return 'skipped';
        const checked = await oneAtATime(verify);
        if (checked === 'wrong') failed.add(network);
        else failed.clear(network);
        return checked;
      },
    });
    if (result === null) return tooManyWaiting;
    return result === 'skipped' ? tooManyAttempts(failed.blockedMs(network)) : { kind: result };
  }

  return {
    async attempt({ address, session }, verify) {
      const network = clientNetwork(address);
      const result = await (session !== null
        ? attemptAsKnown(`session ${session}`, verify)
        : known.has(network)
          ? attemptAsKnown(`network ${network}`, verify)
          : attemptAsUnknown(network, verify));
      if (result.kind === 'right') known.add(network);
      return result;
    },
  };
}

const tooManyWaiting: LoginResult = {
  kind: 'refused',
  problem: 'too_many_waiting',
  waitS: LONGEST_WAIT_MS / 1000,
};

function tooManyAttempts(blockedMs: number): LoginResult {
  return { kind: 'refused', problem: 'too_many_attempts', waitS: Math.max(1, Math.ceil(blockedMs / 1000)) };
}
