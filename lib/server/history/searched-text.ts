import 'server-only';
import { foldText } from '../../fold-text.ts';
import type { StoredChange } from './history-store.ts';

/** The text of a changed monitor that a search is compared with, besides its UUID. Folded, as in the list. */
export function searchedText({
  name,
  target,
  port,
  regions,
}: Pick<StoredChange['monitor'], 'name' | 'target' | 'port' | 'regions'>): string {
  const address = port === null ? target : `${target}:${port}`;
  return foldText([name, address, ...regions].join(' '));
}
