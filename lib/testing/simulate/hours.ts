const HOUR_MS = 3_600_000;

/** Returns the local hour of the day, 0 to 23. @param now epoch ms; @param zoneMs offset east of UTC, milliseconds */
export function hourOf(now: number, zoneMs: number): number {
  return Math.floor((now + zoneMs) / HOUR_MS) % 24;
}
