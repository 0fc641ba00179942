import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';

/** How many programs want a core, on average of the last minute: more than there are, and each waits for its turn. */
export function load(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1);
}

/** Says on which cores a program runs; it comes with Linux (util-linux). */
export const taskset = 'taskset';

/** Setting for a product that is to run on one core; null where the system has no `taskset`. */
export function onOneCore(): Record<string, string> | null {
  if (spawnSync(taskset, ['--version']).status !== 0) return null;
  return { NODE_OPTIONS: `--import=${new URL('./pin-to-core.ts', import.meta.url).href}` };
}
