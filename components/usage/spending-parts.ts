import type { Usage } from '@/lib/contract/usage';

/** A part of what was spent. `share` of all that is known to be spent, 0 to 1. */
export interface SpendingPart {
  name: string;
  meaning: string;
  count: number;
  share: number;
}

/** Two parts of a whole add up to 100: rounded, but "0 %" is said only of nothing and "100 %" only of all. */
export function partWords(share: number): string {
  if (share > 0 && share < 0.01) return '<1 %';
  if (share < 1 && share > 0.99) return '>99 %';
  return `${Math.round(share * 100)} %`;
}

/** Our requests by purpose and those of others, in the order in which they are told. */
export function spendingParts({ spent_here: here, spent_elsewhere: elsewhere }: Usage['data']) {
  // Both counters count the same requests of others; each can miss some around its resets, so the larger is nearer.
  const others = elsewhere.since === null ? null : Math.max(elsewhere.daily, elsewhere.monthly);
  const ours = here.inventory + here.list + here.detail + here.probe + here.retry;
  const all = ours + (others ?? 0);
  const part = (name: string, meaning: string, count: number): SpendingPart => ({
    name,
    meaning,
    count,
    share: all === 0 ? 0 : count / all,
  });
  return {
    ours,
    /** Null before the API has sent a counter. */
    others: others === null ? null : part('Others', 'in the organization', others),
    purposes: [
      part('Inventory', 'all monitors, read for everybody', here.inventory),
      part('Lists', 'a page that somebody waited for', here.list),
      part('Details', 'a monitor that somebody opened', here.detail),
      part('Probes', 'whether a refusal is over', here.probe),
      part('Retries', 'a second try after a failure', here.retry),
    ],
  };
}
