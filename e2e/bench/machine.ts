import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';

/** The machine's load average of the last minute; above the number of cores, processes wait for each other. */
export function load(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1);
}

/** The program that binds processes to cores, part of Linux (util-linux). */
export const taskset = 'taskset';

/** Settings of a product that runs on one core; null where the system has no `taskset`. */
export function onOneCore(): Record<string, string> | null {
  if (spawnSync(taskset, ['--version']).status !== 0) return null;
  return { NODE_OPTIONS: `--import=${new URL('./pin-to-core.ts', import.meta.url).href}` };
}
