import type { MonitorList } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';

type Missing = NonNullable<MonitorList['meta']['inventory']['missing']>;

/** How many monitors the list lacks, why, and what that means for what is shown. */
export function missingMessage({ count, reason }: Missing): string {
  const number = `${formatInteger(count)} ${count === 1 ? 'is' : 'are'} missing`;
  return `${number}: ${reasons[reason]}. Counts, search and export lack ${count === 1 ? 'it' : 'them'}; the page of a missing monitor can still be opened.`;
}

const reasons: Record<Missing['reason'], string> = {
  page_failed: 'a page of the list cannot be read from the API',
  malformed_rows: 'the API sends what breaks its own specification',
  moved_rows: 'the list changed while it was being read',
};
