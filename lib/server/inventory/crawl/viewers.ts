import 'server-only';
import { LRUCache } from 'lru-cache';
import { defaultRefreshInterval } from '../../../contract/refresh-interval.ts';
import type { Clock } from '../../clock.ts';
import type { Replicas } from '../../replicas/replicas.ts';

/** The refresh interval that a viewer requests, seconds; `off`: paused. */
export type RequestedInterval = number | 'off';

export interface Audience {
  viewers: number;
  /** The shortest requested interval, seconds; null when there are no viewers or all have paused. */
  wantedS: number | null;
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

/** Enough of a viewer's id to tell viewers apart. */
const SHORT_ID = 8;

export type Viewers = ReturnType<typeof createViewers>;

/** The viewers of all replicas. */
export function createViewers(
  clock: Clock,
  replicas: Pick<Replicas, 'announce' | 'others' | 'onViewersChanged'>,
) {
  const viewers = new LRUCache<string, { requestedInterval: RequestedInterval; at: number }>({
    max: VIEWERS_MAX,
  });
  // Counting is linear in the number of viewers, so that its result is cached for a second.
  let counted: { audience: Audience; at: number } | null = null;

  /** The viewers of this replica. */
  function present() {
    const since = clock.monotonic() - PRESENT_MS;
    const all = [...viewers.entries()].filter(([, { at }]) => at >= since);
    const wanted = all.map(([, { requestedInterval }]) =>
      requestedInterval === 'off' ? null : requestedInterval,
    );
    return { ids: new Set(all.map(([id]) => id.slice(0, SHORT_ID))), wantedS: shortest(wanted) };
  }

  replicas.announce(present);
  return {
    audience(): Audience {
      const now = clock.monotonic();
      if (counted === null || now - counted.at >= COUNT_CACHE_MS) {
        const [here, others] = [present(), replicas.others()];
        const ids = new Set([...others.ids, ...here.ids]);
        const wantedS = shortest([here.wantedS, others.wantedS]);
        counted = { audience: { viewers: ids.size, wantedS }, at: now };
      }
      return counted.audience;
    },
    /** Sets the function that is called when the viewers of other replicas have changed. */
    onOthersChanged: (listener: () => void) =>
      replicas.onViewersChanged(() => {
        counted = null;
        listener();
      }),
    /** Records a request of a viewer. @returns whether the audience may have changed */
    seen(viewer: string, requestedInterval: RequestedInterval): boolean {
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

function shortest(wanted: readonly (number | null)[]): number | null {
  const seconds = wanted.filter((wantedS) => wantedS !== null);
  return seconds.length === 0 ? null : Math.min(...seconds);
}

const MAX_INTERVAL_S = 86_400;

/** Parses the request header `Sightline-Refresh`: seconds, or `off`. Any other value results in the default. */
export function parseRequestedInterval(header: string | null): RequestedInterval {
  return header === 'off' ? 'off' : (parseSeconds(header) ?? Number(defaultRefreshInterval));
}

/** Parses the request header `Sightline-Refresh` as seconds, at most a day; null when it is anything else. */
export function parseSeconds(header: string | null): number | null {
  if (header === null || !/^[1-9]\d{0,5}$/.test(header)) return null;
  return Math.min(Number(header), MAX_INTERVAL_S);
}
