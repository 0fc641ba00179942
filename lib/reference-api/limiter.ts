/** Requests that a key may send a minute, and its organization a day and a month. */
export interface Limits {
  minute: number;
  daily: number;
  monthly: number;
}

export type LimitWindow = keyof Limits;

/** The result of counting or refusing a request. */
interface Allowance {
  /** The used-up window when the request is refused (it is then not counted in any window), otherwise null. */
  refusedBy: LimitWindow | null;
  limits: Limits;
  remaining: Limits;
  /** Seconds until the minute window resets, an integer from 1 to 60. */
  resetSeconds: number;
}

interface Limiter {
  /**
   * Counts one request of a key in all three windows, or in none when one of them is used up.
   * @param now milliseconds since the Unix epoch
   */
  take(key: string, organization: string, limits: Limits, now: number): Allowance;
  /** Treats a window as used up, for every key and organization, until it ends or `undoExhaust` is called. */
  exhaust(window: LimitWindow, now: number): void;
  /** Undoes `exhaust`; the requests that were counted stay counted. */
  undoExhaust(): void;
}

/** `number` identifies the window in which the requests were counted. */
interface Counter {
  number: number;
  used: number;
}

const MINUTE = 60_000;
const dayOf = (now: number): number => Math.floor(now / 86_400_000);
const monthOf = (now: number): number => {
  const date = new Date(now);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

function counterIn(counters: Map<string, Counter>, name: string, number: number): Counter {
  let counter = counters.get(name);
  if (counter?.number !== number) {
    counter = { number, used: 0 };
    counters.set(name, counter);
  }
  return counter;
}

/**
 * Implements the limits of the spec ("Limits"): per key a fixed window of 60 seconds that begins with its first
 * request, per organization the UTC day and the UTC month. A clock that is set back starts new windows.
 */
export function createLimiter(): Limiter {
  const minutes = new Map<string, Counter>();
  const days = new Map<string, Counter>();
  const months = new Map<string, Counter>();
  let exhausted: Partial<Limits> = {};

  const minuteCounter = (key: string, now: number): Counter => {
    const began = minutes.get(key)?.number ?? Number.NEGATIVE_INFINITY;
    return counterIn(minutes, key, now >= began && now < began + MINUTE ? began : now);
  };
  const isExhausted = (window: LimitWindow, now: number): boolean => {
    const since = exhausted[window];
    if (since === undefined) return false;
    if (window === 'minute') return now >= since && now < since + MINUTE;
    return window === 'daily' ? dayOf(since) === dayOf(now) : monthOf(since) === monthOf(now);
  };

  return {
    take(key, organization, limits, now) {
      const counters = {
        minute: minuteCounter(key, now),
        daily: counterIn(days, organization, dayOf(now)),
        monthly: counterIn(months, organization, monthOf(now)),
      };
      const left = (window: LimitWindow): number =>
        isExhausted(window, now) ? 0 : Math.max(0, limits[window] - counters[window].used);
      // Of several used-up windows the longest is reported, because the caller has to wait for it.
      const refusedBy =
        (['monthly', 'daily', 'minute'] as const).find((window) => left(window) === 0) ?? null;
      if (refusedBy === null) for (const counter of Object.values(counters)) counter.used += 1;
      const began = isExhausted('minute', now) ? (exhausted.minute ?? now) : counters.minute.number;
      return {
        refusedBy,
        limits,
        remaining: { minute: left('minute'), daily: left('daily'), monthly: left('monthly') },
        resetSeconds: Math.max(1, Math.ceil((began + MINUTE - now) / 1000)),
      };
    },
    exhaust(window, now) {
      exhausted = { ...exhausted, [window]: now };
    },
    undoExhaust() {
      exhausted = {};
    },
  };
}

/** Returns the seven headers of the spec's "Limits". */
export function limitHeaders({ limits, remaining, resetSeconds }: Allowance): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limits.minute),
    'X-RateLimit-Remaining': String(remaining.minute),
    'X-RateLimit-Reset': String(resetSeconds),
    'X-Quota-Daily-Limit': String(limits.daily),
    'X-Quota-Daily-Remaining': String(remaining.daily),
    'X-Quota-Monthly-Limit': String(limits.monthly),
    'X-Quota-Monthly-Remaining': String(remaining.monthly),
  };
}
