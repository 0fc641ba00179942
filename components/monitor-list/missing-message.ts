import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';

type Missing = NonNullable<MonitorList['meta']['inventory']['missing']>;

/** A message with the number of missing monitors, the reason, and the consequences for the list. */
export function missingMessage({ count, reason, kept }: Missing): string {
  const number = `${formatInteger(count)} ${areMissing(count)}: ${reasons[reason]}.`;
  const them = count === 1 ? 'it' : 'them';
  if (kept === count) return `${number} The list shows older data for ${them}.`;
  const some = kept === 0 ? '' : ` The list shows older data for ${formatInteger(kept)} of ${them}.`;
  const others = kept === 0 ? them : 'the others';
  return `${number}${some} Counts, search and export don’t include ${others}; you can still open a missing monitor by its URL.`;
}

/** "is missing" for one, otherwise "are missing". */
export function areMissing(count: number): string {
  return `${count === 1 ? 'is' : 'are'} missing`;
}

const reasons: Record<Missing['reason'], string> = {
  page_failed: 'a page of the list couldn’t be loaded',
  malformed_rows: 'the API returned invalid data',
  moved_rows: 'the list changed while loading',
};
