import { loadavg } from 'node:os';

/** The machine's load average of the last minute; above the number of cores, processes wait for each other. */
export function load(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1);
}
