import { formatAge } from '@/lib/format';

/** How far the first reading of the monitors was at a moment (epoch milliseconds). */
export interface Progress {
  at: number;
  read: number;
}

/** So many answers back speed is measured: the reading is slowed and hastened as the API's limits allow. */
const REMEMBERED = 10;

/** The progress seen so far with one more. What falls back is a new reading, measured anew. */
export function withProgress(seen: readonly Progress[], next: Progress): readonly Progress[] {
  const last = seen.at(-1);
  if (last && next.read < last.read) return [next];
  if (last && next.at <= last.at) return seen;
  return [...seen, next].slice(-REMEMBERED);
}

/** In how many seconds all will be read at the speed seen; null while there is nothing to tell it from. */
export function secondsLeft(seen: readonly Progress[], total: number, now: number): number | null {
  const first = seen[0];
  const last = seen.at(-1);
  if (!first || !last || last.read <= first.read) return null;
  const perMs = (last.read - first.read) / (last.at - first.at);
  return Math.max(0, (total - last.read) / perMs - (now - last.at)) / 1000;
}

/** "complete in about 20 s". Round numbers: it is no more than an estimate. @param seconds as `secondsLeft` gives it */
export function estimateLabel(seconds: number): string {
  if (seconds < 5) return 'complete in a moment';
  const step = seconds < 60 ? 5 : 60;
  return `complete in about ${formatAge(Math.ceil(seconds / step) * step)}`;
}
