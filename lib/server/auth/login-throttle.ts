import 'server-only';
import { createHmac } from 'node:crypto';
import { type Clock, sleep } from '../clock.ts';
import { type CreateLimiter, clientNetwork, takePoint } from './rate-limiter.ts';

/** Result of an attempt to sign in. `waitS`: seconds after which to retry. */
export type LoginResult =
  | { kind: 'right' }
  | { kind: 'wrong' }
  | { kind: 'refused'; problem: 'too_many_attempts' | 'too_many_waiting'; waitS: number };

/** How many wrong passwords a network may try in a window, and the length of the window, seconds. */
const ATTEMPTS = 5;
const WINDOW_S = 5 * 60;
/** The pause before the next check after a wrong password, which bounds guessing from many networks, milliseconds. */
const PAUSE_MS = 2000;
/** Maximum number of passwords that wait: the last one waits for half a minute, and browsers give up after one. */
const WAITING_MAX = 15;
const LONGEST_WAIT_S = (WAITING_MAX * PAUSE_MS) / 1000;

/**
 * Slows down guessing (ADR 0039). It never affects an open session.
 *
 * @param parts.secret stays the same after restarts, and differs after a change of the password
 */
export function createLoginThrottle(parts: {
  createLimiter: CreateLimiter;
  secret: Buffer;
  clock: Pick<Clock, 'after'>;
}) {
  const attempts = parts.createLimiter({
    keyPrefix: 'login-attempts',
    points: ATTEMPTS,
    duration: WINDOW_S,
  });
  let waiting = 0;
  /** Resolves when the next password may be checked. There is one check at a time, because it takes much memory and time. */
  let free: Promise<unknown> = Promise.resolve();

  /** Checks a password if the client may try one. @param address determined by the launcher */
  return async (address: string, verify: () => Promise<boolean>): Promise<LoginResult> => {
    if (waiting >= WAITING_MAX)
      return { kind: 'refused', problem: 'too_many_waiting', waitS: LONGEST_WAIT_S };
    waiting += 1;
    try {
      // Limiters may be stored: they contain no addresses.
      const network = createHmac('sha256', parts.secret).update(clientNetwork(address)).digest('base64url');
      // Each attempt counts until its password is right, so that concurrent ones are counted, too.
      const waitMs = await takePoint(attempts, network);
      if (waitMs > 0)
        return { kind: 'refused', problem: 'too_many_attempts', waitS: Math.ceil(waitMs / 1000) };
      const checked = free.then(verify);
      free = checked.then(
        (isRight) => (isRight ? undefined : sleep(parts.clock, PAUSE_MS)),
        () => {},
      );
      if (!(await checked)) return { kind: 'wrong' };
      await attempts.delete(network);
      return { kind: 'right' };
    } finally {
      waiting -= 1;
    }
  };
}
