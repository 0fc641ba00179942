import { hourOf } from './other-clients.ts';
import { poisson } from './random.ts';

/** Simulated viewers who come and go. */
export interface SimulatedViewers {
  /** Simulates one time step: some viewers leave, some arrive, and some of those present send a request. */
  step(now: number): void;
  /** Whether a viewer who has not paused is present. */
  isWatched(): boolean;
}

interface Viewer {
  id: string;
  isPaused: boolean;
  /** In which of `STEPS_BETWEEN` steps this viewer sends requests. */
  turn: number;
}

/** The share of viewers present, by hour of the day. From 1 to 5 there are none. */
const BY_HOUR = [
  0.03, 0, 0, 0, 0, 0.02, 0.05, 0.3, 0.8, 1, 1, 1, 0.9, 0.95, 1, 1, 0.9, 0.6, 0.3, 0.15, 0.1, 0.1, 0.06, 0.04,
];
const PAUSED_SHARE = 0.1;
/** The number of steps between two requests of a viewer: with steps of 10 s, one every 100 s. */
const STEPS_BETWEEN = 10;
/** The average number of steps that a viewer stays: with steps of 10 s, an hour. */
const STEPS_A_VISIT = 360;

/**
 * @param parts.maxViewers viewers at the busiest hour
 * @param parts.zoneMs their time zone, milliseconds east of UTC
 * @param parts.seen called for each request of a viewer
 */
export function createSimulatedViewers(parts: {
  maxViewers: number;
  zoneMs: number;
  random: () => number;
  seen: (viewer: string, isPaused: boolean) => void;
}): SimulatedViewers {
  const { maxViewers, zoneMs, random, seen } = parts;
  const present: Viewer[] = [];
  const absent = Array.from({ length: maxViewers }, (_, number) => `viewer ${number}`);
  let steps = 0;

  function leave(): void {
    const [viewer] = present.splice(Math.floor(random() * present.length), 1);
    if (viewer) absent.push(viewer.id);
  }

  function arrive(): void {
    const id = absent.shift();
    if (id) present.push({ id, isPaused: random() < PAUSED_SHARE, turn: steps % STEPS_BETWEEN });
  }

  return {
    step(now) {
      const share = BY_HOUR[hourOf(now, zoneMs)] ?? 0;
      const wanted = share === 0 ? 0 : Math.ceil(maxViewers * share);
      const leaving = poisson(present.length / STEPS_A_VISIT, random);
      for (let left = 0; left < leaving; left += 1) leave();
      while (present.length > wanted) leave();
      while (present.length < wanted) arrive();
      for (const { id, isPaused, turn } of present) if (turn === steps % STEPS_BETWEEN) seen(id, isPaused);
      steps += 1;
    },
    isWatched: () => present.some(({ isPaused }) => !isPaused),
  };
}
