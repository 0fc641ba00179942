/** The state of the sound. `down`: the down monitors that already had a sound; `at`: the last sound, epoch milliseconds. */
export interface SoundState {
  down: ReadonlySet<string>;
  at: number;
}

/** Minimum time between two sounds, milliseconds. */
const PAUSE_MS = 60_000;

/**
 * Decides whether a sound is due for monitors that went down since the last sound. It waits until the last sound is a
 * minute ago. Pure.
 *
 * @param down the UUIDs of the monitors that are down now; `now`: epoch milliseconds
 */
export function decideSound(
  before: SoundState,
  down: ReadonlySet<string>,
  now: number,
): { heard: SoundState; isDue: boolean } {
  const known = [...down].filter((uuid) => before.down.has(uuid));
  const isDue = known.length < down.size && now - before.at >= PAUSE_MS;
  // A recovered monitor is left out, so that it has a sound when it goes down again.
  return { heard: isDue ? { down, at: now } : { ...before, down: new Set(known) }, isDue };
}
