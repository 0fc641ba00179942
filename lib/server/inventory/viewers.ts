import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Replicas } from '../shared/replicas.ts';

/** The refresh interval that a viewer requests, seconds; `off`: paused. */
export type RequestedInterval = number | 'off';

/** The present viewers. */
export interface Audience {
  viewers: number;
  /** The shortest requested interval, seconds; null when there are no viewers or all have paused. */
  wantedS: number | null;
}

export interface Viewers {
  /** Records a request of a viewer. @returns whether the audience may have changed */
  seen(viewer: string, requestedInterval: RequestedInterval): boolean;
  audience(): Audience;
  /** Sets the function that is called when the viewers of other replicas have changed. */
  onOthersChanged(listener: () => void): void;
}

/** Whether there are viewers, and all of them have paused. */
export function isPaused({ viewers, wantedS }: Audience): boolean {
  return viewers > 0 && wantedS === null;
}

/** A viewer without a request for this time counts as absent. */
const PRESENT_MS = 120_000;
/** Maximum number of viewers. Beyond it, only the most recent ones count. */
const VIEWERS_MAX = 10_000;
const COUNT_CACHE_MS = 1000;

/** The viewers of all replicas. */
export function createViewers(clock: Clock, replicas: Replicas): Viewers {
  const viewers = new LRUCache<string, { requestedInterval: RequestedInterval; at: number }>({
    max: VIEWERS_MAX,
  });
  // Counting is linear in the number of viewers, so that its result is cached for a second.
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

  function ownAudience(): Audience {
    const now = clock.monotonic();
    if (counted === null || now - counted.at >= COUNT_CACHE_MS) counted = { audience: count(), at: now };
    return counted.audience;
  }

  /** The viewers seen since the last announcement. */
  const unannounced = new Set<string>();
  replicas.announce(() => {
    const seen = [...unannounced];
    unannounced.clear();
    return { wantedS: ownAudience().wantedS, seen };
  });

  return {
    audience() {
      const own = ownAudience();
      const all = replicas.viewers();
      if (all === null) return own;
      const wanted = [own.wantedS, all.wantedS].filter((seconds) => seconds !== null);
      return {
        viewers: Math.max(own.viewers, all.count),
        wantedS: wanted.length === 0 ? null : Math.min(...wanted),
      };
    },
    onOthersChanged: replicas.onViewersChanged,
    seen(viewer, requestedInterval) {
      const now = clock.monotonic();
      const known = viewers.get(viewer);
      const isNew =
        known === undefined || known.requestedInterval !== requestedInterval || known.at < now - PRESENT_MS;
      if (isNew) counted = null;
      viewers.set(viewer, { requestedInterval, at: now });
      if (replicas.viewers() !== null) unannounced.add(viewer);
      return isNew;
    },
  };
}

/** The default interval of a viewer. */
const DEFAULT_INTERVAL_S = 30;
const MAX_INTERVAL_S = 86_400;

/** Parses the request header `Sightline-Refresh`: seconds, or `off`. Any other value results in the default. */
export function parseRequestedInterval(header: string | null): RequestedInterval {
  return header === 'off' ? 'off' : (parseSeconds(header) ?? DEFAULT_INTERVAL_S);
}

/** Parses the request header `Sightline-Refresh` as seconds, at most a day; null when it is anything else. */
export function parseSeconds(header: string | null): number | null {
  if (header === null || !/^[1-9]\d{0,5}$/.test(header)) return null;
  return Math.min(Number(header), MAX_INTERVAL_S);
}
