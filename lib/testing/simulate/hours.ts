const HOUR_MS = 3_600_000;

/** The hour of the day, 0 to 23, where these people live. @param now epoch ms; @param zoneMs east of UTC */
export function hourOf(now: number, zoneMs: number): number {
  return Math.floor((now + zoneMs) / HOUR_MS) % 24;
}
