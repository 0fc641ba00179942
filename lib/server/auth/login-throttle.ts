import 'server-only';
import { createHmac } from 'node:crypto';
import { RateLimiterQueue, RateLimiterQueueError } from 'rate-limiter-flexible';
import { clientNetwork } from './client-network.ts';
import { type CreateLimiter, takePoint } from './rate-limiter.ts';
import { createSerialQueue } from './serial-queue.ts';

/** Result of an attempt to sign in. `waitS`: seconds after which to retry. */
export type LoginResult = { kind: 'right' } | { kind: 'wrong' } | Refusal;

interface Refusal {
  kind: 'refused';
  problem: 'too_many_attempts' | 'too_many_waiting';
  waitS: number;
}

/** Slows down guessing without locking anyone out (ADR 0039). */
export interface LoginThrottle {
  /**
   * Checks a password as soon as the client may try one.
   *
   * @param client.address determined by the launcher
   * @param client.session id of the client's session, if any
   */
  attempt(
    client: { address: string; session: string | null },
    verify: () => Promise<boolean>,
  ): Promise<LoginResult>;
}

/** Attempts of a client without consequence, for typing errors. They are forgotten a day after the first one. */
const FREE_ATTEMPTS = 4;
const DAY_S = 86_400;
/** From the fifth on, each blocks an unknown network, twice as long as the one before. */
const FIRST_BLOCK_S = 30;
const LONGEST_BLOCK_S = 15 * 60;
/**
 * After this many wrong passwords in a window, unknown networks share two slow queues: one for the first two attempts of a
 * network, so that who is not guessing does not wait behind who is, and one for the others.
 */
const UNKNOWN_ATTEMPTS = 20;
const UNKNOWN_WINDOW_S = 15 * 60;
const FIRST_ATTEMPTS = 2;
/** How long a network is known after a sign-in: the timers of Node end after 24 days. */
const KNOWN_S = 21 * DAY_S;
/** The pause between two attempts in a slow queue, and how many wait there: browsers and proxies give up after a minute. */
const PAUSE_S = 4;
const LONGEST_WAIT_S = 30;
const QUEUED_MAX = Math.floor(LONGEST_WAIT_S / PAUSE_S);
/** Maximum number of passwords that wait for their check. */
const CHECKS_MAX = 100;
/** Keys of what all unknown networks share. */
const UNKNOWN = 'unknown';
const GUESSING = 'guessing';

/** @param parts.secret stays the same over restarts, and is another one after a change of the password */
export function createLoginThrottle(parts: { createLimiter: CreateLimiter; secret: Buffer }): LoginThrottle {
  const { createLimiter, secret } = parts;
  const attempts = createLimiter({ keyPrefix: 'login-attempts', points: FREE_ATTEMPTS, duration: DAY_S });
  const blocks = createLimiter({ keyPrefix: 'login-blocks', points: 1, duration: LONGEST_BLOCK_S });
  const known = createLimiter({ keyPrefix: 'login-known', points: 1, duration: KNOWN_S });
  const unknown = createLimiter({
    keyPrefix: 'login-unknown',
    points: UNKNOWN_ATTEMPTS,
    duration: UNKNOWN_WINDOW_S,
  });
  const slowQueues = new RateLimiterQueue(
    createLimiter({ keyPrefix: 'login-slow', points: 1, duration: PAUSE_S }),
    { maxQueueSize: QUEUED_MAX },
  );
  /** By design each check takes much memory and time. */
  const checks = createSerialQueue(CHECKS_MAX);
  /** Limiters may be stored: they contain neither addresses nor the ids of sessions. */
  const hashOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');

  /** Waits in the slow queue of a key. @returns a refusal when the queue is full */
  async function waitInQueue(key: string): Promise<Refusal | null> {
    try {
      await slowQueues.removeTokens(1, key);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterQueueError) return tooManyWaiting;
      throw error;
    }
  }

  /** @param count number of attempts of the client, with this one */
  async function admitKnown(client: string, count: number): Promise<Refusal | null> {
    return count > FREE_ATTEMPTS ? waitInQueue(client) : null;
  }

  /** @param count number of attempts of the network, with this one */
  async function admitUnknown(network: string, count: number): Promise<Refusal | null> {
    if (count > FREE_ATTEMPTS) {
      const blockS = Math.min(FIRST_BLOCK_S * 2 ** (count - FREE_ATTEMPTS - 1), LONGEST_BLOCK_S);
      const waitMs = await takePoint(blocks, network, blockS);
      if (waitMs > 0) return tooManyAttempts(waitMs);
    }
    const isSlowed = (await takePoint(unknown, UNKNOWN)) > 0;
    return isSlowed ? waitInQueue(count > FIRST_ATTEMPTS ? GUESSING : UNKNOWN) : null;
  }

  return {
    async attempt({ address, session }, verify) {
      const network = hashOf(clientNetwork(address));
      const client = session === null ? network : hashOf(`session ${session}`);
      const isKnown = session !== null || (await known.get(network)) !== null;
      // Each attempt counts until its password is right, so that concurrent ones are counted, too.
      const { consumedPoints: count } = await attempts.penalty(client);
      const refusal = await (isKnown ? admitKnown(client, count) : admitUnknown(network, count));
      const check = refusal === null ? checks(verify) : null;
      if (check === null) {
        const { consumedPoints: others } = await attempts.reward(client);
        // Attempts that are refused must not fill the memory.
        if (others <= 0) await attempts.delete(client);
        return refusal ?? tooManyWaiting;
      }
      if (!(await check)) return { kind: 'wrong' };
      await Promise.all([
        attempts.delete(client),
        known.set(network, 1, KNOWN_S),
        isKnown ? null : unknown.reward(UNKNOWN),
      ]);
      return { kind: 'right' };
    },
  };
}

const tooManyWaiting: Refusal = { kind: 'refused', problem: 'too_many_waiting', waitS: LONGEST_WAIT_S };

function tooManyAttempts(waitMs: number): Refusal {
  return { kind: 'refused', problem: 'too_many_attempts', waitS: Math.ceil(waitMs / 1000) };
}
