import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** How often a viewer wants the inventory read: seconds, or not at all. */
export type RequestedInterval = number | 'off';

/** Who is looking now, taken together. */
export interface Audience {
  viewers: number;
  /** The shortest interval requested by those present, seconds; null when nobody is present or all have paused. */
  wantedS: number | null;
}

export interface Viewers {
  /** A viewer has asked for something. @returns whether the audience is another one now */
  seen(viewer: string, requestedInterval: RequestedInterval): boolean;
  audience(): Audience;
}

/** Somebody is looking, and everybody who is has paused. */
export function isPaused({ viewers, wantedS }: Audience): boolean {
  return viewers > 0 && wantedS === null;
}

/** A viewer who has not asked for this long is gone. */
const PRESENT_MS = 120_000;
/** More viewers than this are counted as this many: the intervals of the newest ones decide then. */
const VIEWERS_MAX = 10_000;
const COUNT_MS = 1000;

export function createViewers(clock: Clock): Viewers {
  const viewers = new LRUCache<string, { requestedInterval: RequestedInterval; at: number }>({
    max: VIEWERS_MAX,
  });
  // Counting everybody at every request would cost as many steps as there are people: once a second will do.
  let counted: { audience: Audience; at: number } | null = null;

  function count(): Audience {
    const since = clock.monotonic() - PRESENT_MS;
    let present = 0;
    let wantedS: number | null = null;
    for (const { requestedInterval, at } of viewers.values()) {
      if (at < since) continue;
      present += 1;
      if (requestedInterval !== 'off') wantedS = Math.min(wantedS ?? requestedInterval, requestedInterval);
    }
    return { viewers: present, wantedS };
  }

  return {
    audience() {
      const now = clock.monotonic();
      if (counted === null || now - counted.at >= COUNT_MS) counted = { audience: count(), at: now };
      return counted.audience;
    },
    seen(viewer, requestedInterval) {
      const now = clock.monotonic();
      const known = viewers.get(viewer);
      const isNew =
        known === undefined || known.requestedInterval !== requestedInterval || known.at < now - PRESENT_MS;
      if (isNew) counted = null;
      viewers.set(viewer, { requestedInterval, at: now });
      return isNew;
    },
  };
}

/** The interval of a viewer who requests none. */
const UNSAID_S = 30;
const LONGEST_S = 86_400;

/** Reads the request header `Sightline-Refresh`: seconds, or `off`; anything else in it is ignored. */
export function parseRequestedInterval(header: string | null): RequestedInterval {
  if (header === 'off') return 'off';
  if (header === null || !/^[1-9]\d{0,5}$/.test(header)) return UNSAID_S;
  return Math.min(Number(header), LONGEST_S);
}
