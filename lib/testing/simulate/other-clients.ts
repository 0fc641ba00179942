import { poisson } from './random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Seven tenths of the requests are sent in the nine hours from 8 to 17. */
const OFFICE = { share: 0.7, from: 8, to: 17 };
/** The share of requests that are sent in bursts. */
const BURST_SHARE = 0.5;

/** Returns the local hour of the day, 0 to 23. @param now epoch ms; @param zoneMs offset east of UTC, milliseconds */
export function hourOf(now: number, zoneMs: number): number {
  return Math.floor((now + zoneMs) / HOUR_MS) % 24;
}

/**
 * Returns the number of requests that other clients send in one time step: random, more by day, and half of them in
 * bursts unless the burst size is 0.
 */
export function requestsOfOtherClients(
  others: { aDay: number; burst: number },
  step: { now: number; stepMs: number; zoneMs: number },
  random: () => number,
): number {
  const hour = hourOf(step.now, step.zoneMs);
  const isOffice = hour >= OFFICE.from && hour < OFFICE.to;
  const hours = OFFICE.to - OFFICE.from;
  const busyness = isOffice ? (OFFICE.share * 24) / hours : ((1 - OFFICE.share) * 24) / (24 - hours);
  const mean = (others.aDay * busyness * step.stepMs) / DAY_MS;
  if (others.burst === 0) return poisson(mean, random);
  return (
    poisson((1 - BURST_SHARE) * mean, random) +
    others.burst * poisson((BURST_SHARE * mean) / others.burst, random)
  );
}
