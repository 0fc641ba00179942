import { dayOf, optimumOf } from './oracle.ts';
import { type Run, type Sample, STEP_MS } from './run.ts';

/** Seconds. */
export interface Ages {
  mean: number;
  p50: number;
  p95: number;
  max: number;
}

export interface Figures {
  refused: number;
  /** Requests a day, ours and others'. */
  oursADay: number;
  othersADay: number;
  /** Of the daily limit, or of a day's part of the monthly one where that is less. */
  oursShare: number;
  othersShare: number;
  refreshesAnHour: number;
  /** The most in any one clock hour of the run in which nobody looked. */
  idleRefreshesAnHour: number;
  /** The longest time for which what was shown was older than planned and nothing said why, seconds. */
  silentlyOldS: number;
  /** While somebody looks; null when nobody ever does. */
  ages: Ages | null;
  optimum: Ages | null;
  /** Of the mean ages, ours to the optimum's. */
  ratio: number | null;
  /** The same to an optimum that saves the quota for the time in which somebody looks. */
  lookingRatio: number | null;
}

const DAY_MS = 86_400_000;
const DAYS_OF_MONTH = 30;
const GOLDEN = 0.618_033_988_75;

export function figuresOf(run: Run): Figures {
  const { scenario, refused } = run;
  const { even, looking, readingMs } = optimumOf(scenario, run.samples);
  const { from, to } = countedPart(run.samples);
  const samples = run.samples.slice(from, to);
  const days = (samples.length * STEP_MS) / DAY_MS;
  const oursADay = sum(samples.map(({ ours }) => ours)) / days;
  const othersADay = sum(samples.map(({ others }) => others)) / days;
  const aDay = Math.min(scenario.limits.daily, scenario.limits.monthly / DAYS_OF_MONTH);
  const watched = samples.flatMap(({ age, requestedInterval }, place) =>
    age !== null && requestedInterval !== null ? [{ age, place }] : [],
  );
  // Of all ages that a snapshot has until the next one, evenly: the golden ratio leaves no gaps.
  const best = (intervals: readonly number[]) =>
    agesOf(watched.map(({ place }) => readingMs + (intervals[from + place] ?? 0) * ((place * GOLDEN) % 1)));
  const ages = agesOf(watched.map(({ age }) => age));
  const optimum = best(even);
  return {
    refused,
    oursADay,
    othersADay,
    oursShare: oursADay / aDay,
    othersShare: othersADay / aDay,
    refreshesAnHour: sum(samples.map(({ refreshes }) => refreshes)) / (days * 24),
    idleRefreshesAnHour: idleRefreshes(run.samples),
    silentlyOldS: (longestRun(run.samples.map(({ isSilentlyOld }) => isSilentlyOld)) * STEP_MS) / 1000,
    ages,
    optimum,
    ratio: ratio(ages, optimum),
    lookingRatio: ratio(ages, best(looking)),
  };
}

function ratio(ours: Ages | null, best: Ages | null): number | null {
  return ours && best && Number.isFinite(best.mean) ? ours.mean / best.mean : null;
}

/** The samples that count: the whole days after the first day of learning; in short runs all after the first tenth. */
function countedPart(samples: readonly Sample[]): { from: number; to: number } {
  const learned = samples[DAY_MS / STEP_MS];
  const last = samples.at(-1);
  if (learned && last) {
    const from = samples.findIndex(({ at }) => dayOf(at) > dayOf(learned.at));
    const to = samples.findIndex(({ at }) => dayOf(at) === dayOf(last.at));
    if (from >= 0 && from < to) return { from, to };
  }
  return { from: Math.floor(samples.length / 10), to: samples.length };
}

function agesOf(milliseconds: readonly number[]): Ages | null {
  if (milliseconds.length === 0) return null;
  const sorted = Float64Array.from(milliseconds).sort();
  const quantile = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / 1000;
  return {
    mean: sum(milliseconds) / milliseconds.length / 1000,
    p50: quantile(0.5),
    p95: quantile(0.95),
    max: quantile(1),
  };
}

/** The most refreshes within any 360 steps at whose every end nobody was looking, and for 120 s before. */
function idleRefreshes(samples: readonly Sample[]): number {
  const hour = 3_600_000 / STEP_MS;
  const settling = 13;
  let idle = 0;
  let most = 0;
  for (const [place, { requestedInterval }] of samples.entries()) {
    idle = requestedInterval === null ? idle + 1 : 0;
    if (idle < hour + settling || idle % 6 !== 0) continue;
    most = Math.max(most, sum(samples.slice(place + 1 - hour, place + 1).map(({ refreshes }) => refreshes)));
  }
  return most;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** How many true values follow each other at most. */
function longestRun(values: readonly boolean[]): number {
  let length = 0;
  let longest = 0;
  for (const value of values) {
    length = value ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}
