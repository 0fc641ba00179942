import type { RequestedInterval } from '../../server/inventory/viewers.ts';
import { hourOf } from './hours.ts';
import { poisson } from './random.ts';

/** Viewers who come and go. */
export interface Crowd {
  /** The next step of time: who leaves, who comes, and who of those present asks for something. */
  step(now: number): void;
  /** The shortest interval requested by those present, seconds; null when nobody is present or all have paused. */
  requestedInterval(): number | null;
}

interface Visitor {
  id: string;
  requestedInterval: RequestedInterval;
  /** At which of `STEPS_BETWEEN` steps they ask. */
  turn: number;
}

/** Share of the most that are there, by the hour. From 1 to 5 nobody is. */
const BY_HOUR = [
  0.03, 0, 0, 0, 0, 0.02, 0.05, 0.3, 0.8, 1, 1, 1, 0.9, 0.95, 1, 1, 0.9, 0.6, 0.3, 0.15, 0.1, 0.1, 0.06, 0.04,
];
/** A viewer asks every so many steps: with steps of 10 s, every 100 s. */
const STEPS_BETWEEN = 10;
/** A visit lasts an hour on average: 360 steps of 10 s. */
const STEPS_A_VISIT = 360;

/** @param parts.most viewers at the busiest hour */
export function createCrowd(parts: {
  most: number;
  zoneMs: number;
  random: () => number;
  seen: (viewer: string, requestedInterval: RequestedInterval) => void;
}): Crowd {
  const { most, zoneMs, random, seen } = parts;
  const present: Visitor[] = [];
  const absent = Array.from({ length: most }, (_, number) => `viewer ${number}`);
  let steps = 0;

  function leave(): void {
    const [gone] = present.splice(Math.floor(random() * present.length), 1);
    if (gone) absent.push(gone.id);
  }

  function come(): void {
    const id = absent.shift();
    if (id) present.push({ id, requestedInterval: someInterval(random), turn: steps % STEPS_BETWEEN });
  }

  return {
    step(now) {
      const share = BY_HOUR[hourOf(now, zoneMs)] ?? 0;
      const wanted = share === 0 ? 0 : Math.ceil(most * share);
      const leaving = poisson(present.length / STEPS_A_VISIT, random);
      for (let left = 0; left < leaving; left += 1) leave();
      while (present.length > wanted) leave();
      while (present.length < wanted) come();
      for (const { id, requestedInterval, turn } of present)
        if (turn === steps % STEPS_BETWEEN) seen(id, requestedInterval);
      steps += 1;
    },
    requestedInterval() {
      let shortest: number | null = null;
      for (const { requestedInterval } of present)
        if (requestedInterval !== 'off')
          shortest = Math.min(shortest ?? requestedInterval, requestedInterval);
      return shortest;
    },
  };
}

function someInterval(random: () => number): RequestedInterval {
  const drawn = random();
  if (drawn < 0.25) return 15;
  if (drawn < 0.75) return 30;
  return drawn < 0.9 ? 60 : 'off';
}
