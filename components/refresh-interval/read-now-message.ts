import type { ReadNowAnswer } from '@/lib/contract/read-now';
import { formatAge } from '@/lib/format';
import { requests } from './interval-labels';

/** What a person's request to read now came to: what it cost, or why nothing was read. @param now epoch ms */
export function readNowMessage({ data }: ReadNowAnswer, now: number): string {
  const { outcome, cost, reason } = data;
  const why = `${reason?.message ?? ''}${again(reason?.retry_at ?? null, now)}`;
  switch (outcome) {
    case 'read':
      return reason === null
        ? `Read now: ${requests(cost)}.`
        : `Read now: ${requests(cost)}. Not everything could be read: ${reason.message}`;
    case 'reading':
      return `Reading now: ${requests(cost)}. What comes is shown.`;
    case 'failed':
      return `Tried (${requests(cost)}), but not read. ${why}`.trim();
    case 'refused':
      return `Not read. ${why}`.trim();
  }
}

function again(retryAt: string | null, now: number): string {
  if (retryAt === null) return '';
  const seconds = Math.ceil((Date.parse(retryAt) - now) / 1000);
  return seconds <= 0 ? ' Try again now.' : ` It can be read again in ${formatAge(seconds)}.`;
}
