import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Replicas } from '../../replicas/replicas.ts';

/** Who looks, in all replicas. */
export interface Audience {
  viewers: number;
  /** Whether a viewer who has not paused is among them. */
  isWatched: boolean;
}

/** Whether there are viewers, and all of them have paused. */
export function isPaused({ viewers, isWatched }: Audience): boolean {
  return viewers > 0 && !isWatched;
}

/** A viewer without a request for this time counts as absent. */
const PRESENT_MS = 120_000;
/** Maximum number of viewers. Beyond it, only the most recent ones count. */
const VIEWERS_MAX = 10_000;
/** Enough of a viewer's id to tell viewers apart. */
const SHORT_ID = 8;

export type Viewers = ReturnType<typeof createViewers>;

/** The viewers of all replicas. */
export function createViewers(
  clock: Clock,
  replicas: Pick<Replicas, 'announce' | 'others' | 'onViewersChanged'>,
) {
  const viewers = new LRUCache<string, { isPaused: boolean; at: number }>({ max: VIEWERS_MAX });

  /** The viewers of this replica. */
  function present() {
    const since = clock.monotonic() - PRESENT_MS;
    const all = [...viewers.entries()].filter(([, { at }]) => at >= since);
    return {
      ids: new Set(all.map(([id]) => id.slice(0, SHORT_ID))),
      isWatched: all.some(([, viewer]) => !viewer.isPaused),
    };
  }

  replicas.announce(present);
  return {
    audience(): Audience {
      const [here, others] = [present(), replicas.others()];
      return {
        viewers: new Set([...here.ids, ...others.ids]).size,
        isWatched: here.isWatched || others.isWatched,
      };
    },
    /** Sets the function that is called when the viewers of other replicas have changed. */
    onOthersChanged: replicas.onViewersChanged,
    /** Records a request of a viewer. @returns whether the audience may have changed */
    seen(viewer: string, isPaused: boolean): boolean {
      const now = clock.monotonic();
      const known = viewers.get(viewer);
      const isNew = known === undefined || known.isPaused !== isPaused || known.at < now - PRESENT_MS;
      viewers.set(viewer, { isPaused, at: now });
      return isNew;
    },
  };
}
