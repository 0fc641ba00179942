import 'server-only';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How often a password may be tried. */
export interface LoginLimits {
  /** Counts one try, before the password is looked at. @returns seconds to wait, or null when it may be tried */
  attempt(address: string): Promise<number | null>;
  /** The password was right: what this address tried before is forgotten. */
  succeeded(address: string): Promise<void>;
}

const WINDOW_S = 15 * 60;
/** Wrong tries that a person makes in a bad quarter of an hour. */
const PER_ADDRESS = 10;
/** From everywhere together: what a botnet gets. */
const OVERALL = 200;

export function createLoginLimits(): LoginLimits {
  const perAddress = new RateLimiterMemory({ keyPrefix: 'address', points: PER_ADDRESS, duration: WINDOW_S });
  const overall = new RateLimiterMemory({ keyPrefix: 'overall', points: OVERALL, duration: WINDOW_S });
  return {
    async attempt(address) {
      // Overall first: once that is used up, addresses that come anew leave nothing in memory.
      const all = await waitOf(() => overall.consume('all'));
      if (all !== null) return all;
      const own = await waitOf(() => perAddress.consume(placeOf(address)));
      // Who is over their own limit takes nothing from the others.
      if (own !== null) await overall.reward('all');
      return own;
    },
    async succeeded(address) {
      await perAddress.delete(placeOf(address));
      await overall.reward('all');
    },
  };
}

/** Whoever has one IPv6 address has the 2^64 of its network: they count as one. An IPv4 address counts by itself. */
function placeOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

/** The limiter throws its answer when there is nothing left. */
async function waitOf(consume: () => Promise<RateLimiterRes>): Promise<number | null> {
  try {
    await consume();
    return null;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  }
}
