import { DAY_MS } from '../../contract/limits.ts';
import { dayOf, optimumOf } from './oracle.ts';
import { type Sample, type SimulatedRun, STEP_MS } from './run.ts';

/** The distribution of data ages, seconds. */
export interface Ages {
  mean: number;
  p50: number;
  p95: number;
  max: number;
}

/** The result of a simulation run. */
export interface RunFigures {
  /** Our requests that upstream rejected with 429. */
  refused: number;
  /** Requests a day, by us and by other clients. */
  oursADay: number;
  othersADay: number;
  /** Share of the daily limit, or of a day's part of the monthly limit if that is less. */
  oursShare: number;
  othersShare: number;
  refreshesAnHour: number;
  /** The maximum in any hour without viewers. */
  idleRefreshesAnHour: number;
  /** The longest time for which the data was older than planned without a reported reason, seconds. */
  silentlyOldS: number;
  /** The ages while viewers are present; null if there are never any viewers. */
  ages: Ages | null;
  optimum: Ages | null;
  /** Our mean age divided by the optimum's. */
  ratio: number | null;
}

const DAYS_OF_MONTH = 30;
const GOLDEN_RATIO = 0.618_033_988_75;

export function figuresOfRun(run: SimulatedRun): RunFigures {
  const { scenario, refused } = run;
  const { intervals, readingMs } = optimumOf(scenario, run.samples);
  const { from, to } = countedRange(run.samples);
  const samples = run.samples.slice(from, to);
  const days = (samples.length * STEP_MS) / DAY_MS;
  const oursADay = sum(samples.map(({ ours }) => ours)) / days;
  const othersADay = sum(samples.map(({ others }) => others)) / days;
  const aDay = Math.min(scenario.limits.daily, scenario.limits.monthly / DAYS_OF_MONTH);
  const watched = samples.flatMap(({ age, isWatched }, place) =>
    age !== null && isWatched ? [{ age, place }] : [],
  );
  // Samples the ages that a snapshot has until the next one. Multiples of the golden ratio are evenly distributed.
  const ages = agesOf(watched.map(({ age }) => age));
  const optimum = agesOf(
    watched.map(({ place }) => readingMs + (intervals[from + place] ?? 0) * ((place * GOLDEN_RATIO) % 1)),
  );
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
  };
}

function ratio(ours: Ages | null, best: Ages | null): number | null {
  return ours && best && Number.isFinite(best.mean) ? ours.mean / best.mean : null;
}

/**
 * The range of samples that count: complete days after the first, learning day; in short runs all after the first
 * tenth.
 */
function countedRange(samples: readonly Sample[]): { from: number; to: number } {
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

/** The maximum number of refreshes within 360 consecutive steps without viewers, also for 120 s before these steps. */
function idleRefreshes(samples: readonly Sample[]): number {
  const stepsAnHour = 3_600_000 / STEP_MS;
  const settlingSteps = 13;
  let idle = 0;
  let most = 0;
  for (const [place, { isWatched }] of samples.entries()) {
    idle = isWatched ? 0 : idle + 1;
    if (idle < stepsAnHour + settlingSteps || idle % 6 !== 0) continue;
    most = Math.max(
      most,
      sum(samples.slice(place + 1 - stepsAnHour, place + 1).map(({ refreshes }) => refreshes)),
    );
  }
  return most;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The maximum number of consecutive true values. */
function longestRun(values: readonly boolean[]): number {
  let length = 0;
  let longest = 0;
  for (const value of values) {
    length = value ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}
