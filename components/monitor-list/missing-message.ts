import type { MonitorList } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';

type Missing = NonNullable<MonitorList['meta']['inventory']['missing']>;

/** How many monitors the list lacks, why, and what that means for what is shown. */
export function missingMessage({ count, reason, kept }: Missing): string {
  const number = `${formatInteger(count)} ${areMissing(count)}: ${reasons[reason]}.`;
  const them = count === 1 ? 'it' : 'them';
  if (kept === count) return `${number} The list shows ${them} as read before.`;
  const some = kept === 0 ? '' : ` The list shows ${formatInteger(kept)} of ${them} as read before.`;
  const others = kept === 0 ? them : 'the others';
  return `${number}${some} Counts, search and export lack ${others}; the page of a missing monitor can still be opened.`;
}

/** "1 is missing", "12 are missing". */
export function areMissing(count: number): string {
  return `${count === 1 ? 'is' : 'are'} missing`;
}

const reasons: Record<Missing['reason'], string> = {
  page_failed: 'a page of the list cannot be read from the API',
  malformed_rows: 'the API sends what breaks its own specification',
  moved_rows: 'the list changed while it was being read',
};
