import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { clientNetwork } from './client-network.ts';
import type { KnownNetworks } from './known-networks.ts';
import { blockedMs, type FailedLogins } from './login-blocks.ts';
import {
  type CheckQueue,
  type CheckResult,
  createCheckQueue,
  LONGEST_WAIT_MS,
} from './password-check-queue.ts';

/** Result of an attempt to sign in. `waitS`: seconds after which to retry. */
export type LoginResult =
  | { kind: 'right' }
  | { kind: 'wrong' }
  | { kind: 'refused'; problem: 'too_many_attempts' | 'too_many_waiting'; waitS: number };

/**
 * Slows down guessing without locking anyone out (ADR 0018):
 *
 * - Each session, and each network that has signed in within 30 days, has its own queue. Wrong passwords slow
 *   down only this queue, and never block the session or network.
 * - All other clients share one queue, which each wrong password slows down, until it runs one check in 4 s.
 *   Networks with at most one wrong password go before the others. After 5 wrong passwords a network is
 *   blocked for growing times.
 */
export interface LoginThrottle {
  /**
   * Checks a password as soon as the client may try one.
   * @param client.address determined by the launcher
   * @param client.session id of the client's session, if any
   */
  attempt(
    client: { address: string; session: string | null },
    verify: () => Promise<boolean>,
  ): Promise<LoginResult>;
}

/** Number of wrong passwords without consequence: of one known client, and of all unknown ones together. */
const FREE_FAILURES_KNOWN = 5;
const FREE_FAILURES_UNKNOWN = 20;
/** Number of wrong passwords that do not lower the priority: a user may mistype once. */
const FREE_FAILURES_PRIORITY = 1;
/** Maximum number of queues kept for sessions and known networks. */
const QUEUES_MAX = 1000;

/** @param parts.replicas number of replicas that check passwords of unknown clients: each pauses for that many times as long */
export function createLoginThrottle(parts: {
  clock: Clock;
  known: KnownNetworks;
  failed: FailedLogins;
  replicas: () => number;
}): LoginThrottle {
  const { clock, known, failed, replicas } = parts;
  const unknown = createCheckQueue({ clock, freeFailures: FREE_FAILURES_UNKNOWN, pauseFactor: replicas });
  const queues = new LRUCache<string, CheckQueue>({ max: QUEUES_MAX });
  /** Serializes the checks of all queues: by design each takes much memory and time. */
  let lastCheck: Promise<unknown> = Promise.resolve();

  async function oneAtATime(verify: () => Promise<boolean>): Promise<CheckResult> {
    const check = lastCheck.then(verify);
    lastCheck = check.catch(() => undefined);
    return (await check) ? 'right' : 'wrong';
  }

  function queueOf(client: string): CheckQueue {
    const queue = queues.get(client) ?? createCheckQueue({ clock, freeFailures: FREE_FAILURES_KNOWN });
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
    const blockedNow = async () => blockedMs(await failed.of(network));
    const failures = await failed.of(network);
    const blocked = blockedMs(failures);
    if (blocked > 0) return tooManyAttempts(blocked);
    const result = await unknown.run({
      client: network,
      rank: Math.max(0, (failures?.count ?? 0) - FREE_FAILURES_PRIORITY),
      async check() {
        // Other attempts from the network may have been wrong while this one waited.
        if ((await blockedNow()) > 0) return 'skipped';
        const checked = await oneAtATime(verify);
        if (checked === 'wrong') await failed.add(network);
        else await failed.clear(network);
        return checked;
      },
    });
    if (result === null) return tooManyWaiting;
    return result === 'skipped' ? tooManyAttempts(await blockedNow()) : { kind: result };
  }

  return {
    async attempt({ address, session }, verify) {
      const network = clientNetwork(address);
      const result = await (session !== null
        ? attemptAsKnown(`session ${session}`, verify)
        : (await known.has(network))
          ? attemptAsKnown(`network ${network}`, verify)
          : attemptAsUnknown(network, verify));
      if (result.kind === 'right') await known.add(network);
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
