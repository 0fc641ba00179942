import 'server-only';
import { foldText } from '../../../text/fold-text.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { spellingsOf } from './pasted-address.ts';

/** A monitor as it was at the time of a change has no status. */
type SearchedMonitor = Pick<InventoryMonitor, 'name' | 'target' | 'port' | 'regions'> &
  Partial<Pick<InventoryMonitor, 'last_status' | 'description'>>;

/**
 * Returns the searchable text of a monitor: name, target with port, regions, an odd status and the description, folded, one per line. The
 * line of the target has all spellings of an international host name. The words "up" and "down" are found by the condition.
 */
export function searchTextOf(monitor: SearchedMonitor): string {
  const { name, target, port, regions, last_status, description } = monitor;
  const addresses = spellingsOf(target).map((spelling) => (port === null ? spelling : `${spelling}:${port}`));
  // A line break in a name would end its line.
  const lines = [name.replaceAll('\n', ' '), addresses.join(' ').replaceAll('\n', ' '), ...regions];
  if (last_status && last_status !== 'up' && last_status !== 'down') lines.push(last_status);
  if (description) lines.push(description);
  return foldText(lines.join('\n'));
}
