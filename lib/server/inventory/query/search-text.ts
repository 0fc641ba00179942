import 'server-only';
import { foldText } from '../../../text/fold-text.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { spellingsOf } from './pasted-address.ts';

/** A monitor as it was at the time of a change has no status. */
type SearchedMonitor = Pick<InventoryMonitor, 'name' | 'target' | 'port' | 'regions'> &
  Partial<Pick<InventoryMonitor, 'last_status' | 'description'>>;

/**
 * Returns the searchable text of a monitor: name, target with port, description, regions and an odd status, folded, one per line.
 * The line of the target has all spellings of an international host name. The words "up" and "down" are found by the condition.
 */
export function searchTextOf(monitor: SearchedMonitor): string {
  const { name, target, port, regions, last_status, description } = monitor;
  const addresses = spellingsOf(target).map((spelling) => (port === null ? spelling : `${spelling}:${port}`));
  // A line break in one of them would end its line.
  const texts = [name, addresses.join(' '), description ?? ''].map((text) => text.replaceAll('\n', ' '));
  const lines = [...texts, ...regions];
  if (last_status && last_status !== 'up' && last_status !== 'down') lines.push(last_status);
  return foldText(lines.join('\n'));
}
