import { UNLIMITED } from '../../reference-api/fixture.ts';
import type { Ages, RunFigures } from './figures.ts';
import type { Scenario } from './scenarios.ts';

const columns = [
  ['scenario', 16],
  ['monitors', 8],
  ['limits min/day/month', 22],
  ['days', 5],
  ['429', 4],
  ['ours/day', 9],
  ['share', 6],
  ['others', 7],
  ['refr/h', 7],
  ['idle/h', 7],
  ['silent', 7],
  ['age p50', 8],
  ['p95', 7],
  ['max', 7],
  ['mean', 7],
  ['best p50', 9],
  ['p95', 7],
  ['mean', 7],
  ['ratio', 6],
  ['took', 6],
] as const;

export function head(): string {
  return cells(columns.map(([name]) => name));
}

/** Formats one scenario as a line of the table. @param tookS the real duration, seconds */
export function line(scenario: Scenario, days: number, figures: RunFigures, tookS: number): string {
  const { ages, optimum, ratio } = figures;
  const { minute, daily, monthly } = scenario.limits;
  const isCounted = Math.min(daily, monthly) < UNLIMITED;
  return cells([
    scenario.name,
    String(scenario.monitors),
    [minute, daily, monthly].map(limit).join('/'),
    String(days),
    String(figures.refused),
    figures.oursADay.toFixed(0),
    isCounted ? percent(figures.oursShare) : '-',
    isCounted ? percent(figures.othersShare) : '-',
    figures.refreshesAnHour.toFixed(1),
    String(figures.idleRefreshesAnHour),
    String(figures.silentlyOldS),
    ...seconds(ages, ['p50', 'p95', 'max', 'mean']),
    ...seconds(optimum, ['p50', 'p95', 'mean']),
    ratio?.toFixed(2) ?? '-',
    `${tookS.toFixed(1)}s`,
  ]);
}

export const legend = `
429      answers 429 to our key. others-take-all is there to see what happens when nobody can avoid them.
share    requests of ours, then of others, in percent of the daily limit (of a day's part of the monthly one if less)
refr/h   snapshots published an hour; idle/h: the most in an hour throughout which nobody looked
silent   the longest time in seconds in which nothing newer was published for 1.5 planned intervals and nothing said why
age      seconds from the reading of what is shown (its first page) to now, every 10 s while somebody looks who has not
         paused. Whole days after a day of learning count; in short runs all but the first tenth.
best     the same for an oracle that knows when days and months end and what others spend in each, and spreads all they
         leave evenly: interval = max(requested, operator's minimum, cost*60/L, cost*86400/(D - others a day),
         cost*month/(M - others a month)); ages evenly from its reading time to reading time + interval, where a crawl
         reads one page at a time and at most L of them a minute
ratio    mean age, ours to the oracle's`;

function cells(texts: readonly string[]): string {
  return texts
    .map((text, place) => {
      const width = columns[place]?.[1] ?? 0;
      return place === 0 ? text.padEnd(width) : text.padStart(width);
    })
    .join(' ');
}

function limit(count: number): string {
  return count >= UNLIMITED ? '-' : String(count);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}

function seconds(ages: Ages | null, names: readonly (keyof Ages)[]): string[] {
  return names.map((name) => (ages ? ages[name].toFixed(0) : '-'));
}
