/** Requests that a key may send a minute, and its organization a day and a month. */
export interface Limits {
  minute: number;
  daily: number;
  monthly: number;
}

type LimitWindow = keyof Limits;

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The number of a day or month of UTC. */
const dayOf = (now: number): number => Math.floor(now / DAY);
function monthOf(now: number): number {
  const date = new Date(now);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Whether the window of the time `then` is still the present window. A minute begins with its first request. */
function isSameWindow(window: LimitWindow, then: number, now: number): boolean {
  if (window === 'minute') return now >= then && now < then + MINUTE;
  return window === 'daily' ? dayOf(then) === dayOf(now) : monthOf(then) === monthOf(now);
}

/** Creates the limits of the spec: a key’s minute begins with its first request; an organization has the UTC day and month. */
export function createLimiter() {
  const counters = new Map<string, { since: number; used: number }>();
  let exhausted: Partial<Limits> = {};

  function counterOf(window: LimitWindow, owner: string, now: number) {
    const name = `${window} ${owner}`;
    let counter = counters.get(name);
    if (counter === undefined || !isSameWindow(window, counter.since, now)) {
      counter = { since: now, used: 0 };
      counters.set(name, counter);
    }
    return counter;
  }
  const isExhausted = (window: LimitWindow, now: number): boolean => {
    const since = exhausted[window];
    return since !== undefined && isSameWindow(window, since, now);
  };

  return {
    /**
     * Counts a request in all windows, or in none when one is used up. Returns that window, the limits and the remaining
     * requests.
     */
    take(key: string, organization: string, limits: Limits, now: number) {
      const current = {
        minute: counterOf('minute', key, now),
        daily: counterOf('daily', organization, now),
        monthly: counterOf('monthly', organization, now),
      };
      const left = (window: LimitWindow): number =>
        isExhausted(window, now) ? 0 : Math.max(0, limits[window] - current[window].used);
      // Reports the longest window that is used up, because the caller has to wait for it.
      const refusedBy =
        (['monthly', 'daily', 'minute'] as const).find((window) => left(window) === 0) ?? null;
      if (refusedBy === null) for (const counter of Object.values(current)) counter.used += 1;
      const began = isExhausted('minute', now) ? (exhausted.minute ?? now) : current.minute.since;
      return {
        refusedBy,
        limits,
        remaining: { minute: left('minute'), daily: left('daily'), monthly: left('monthly') },
        resetSeconds: Math.max(1, Math.ceil((began + MINUTE - now) / 1000)),
      };
    },
    /** Treats a window as used up, for every key and organization, until it ends or `undoExhaust` is called. */
    exhaust(window: LimitWindow, now: number): void {
      exhausted = { ...exhausted, [window]: now };
    },
    undoExhaust(): void {
      exhausted = {};
    },
  };
}

type Allowance = ReturnType<ReturnType<typeof createLimiter>['take']>;

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
