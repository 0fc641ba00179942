import type { DidYouMean } from '@/lib/contract/responses';

/** The label above the monitors that a search without a result may mean. */
export function suggestionLabel({ by, within_filters }: DidYouMean): string {
  const label = by === 'name' ? 'Did you mean' : 'On the same host';
  return within_filters ? label : `${label}, outside of the filters`;
}
