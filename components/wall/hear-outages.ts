/** What has been heard. `down`: the monitors that are down and known; `at`: the last sound, epoch milliseconds. */
export interface Heard {
  down: ReadonlySet<string>;
  at: number;
}

/** Minimum time between two sounds, milliseconds. */
const PAUSE_MS = 60_000;

/**
 * Decides whether a sound is due: one for the monitors that went down since the last, which waits while the last was less
 * than a minute ago. Pure.
 *
 * @param down the UUIDs of the monitors that are down now; `now`: epoch milliseconds
 */
export function hearOutages(
  before: Heard,
  down: ReadonlySet<string>,
  now: number,
): { heard: Heard; isDue: boolean } {
  const known = [...down].filter((uuid) => before.down.has(uuid));
  const isDue = known.length < down.size && now - before.at >= PAUSE_MS;
  // A monitor that has recovered will be heard when it goes down again.
  return { heard: isDue ? { down, at: now } : { ...before, down: new Set(known) }, isDue };
}
