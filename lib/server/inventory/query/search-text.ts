import 'server-only';
import { type Condition, conditions } from '../../../contract/conditions.ts';
import { foldText } from '../../../text/fold-text.ts';
import type { InventoryMonitor } from '../snapshot/compact-row.ts';
import type { Profile } from './facet-profiles.ts';
import { spellingsOf } from './pasted-address.ts';

/** The words that find a condition. */
const conditionWords: Readonly<Record<Condition, readonly string[]>> = {
  down: ['down'],
  overdue: ['overdue'],
  unknown: ['unknown'],
  pending: ['pending', 'never', 'checked'],
  up: ['up'],
  inactive: ['inactive'],
};

/** A monitor as it was at the time of a change has no status. */
type OptionalStatus = Partial<Pick<InventoryMonitor, 'last_status'>>;

/**
 * Returns the searchable text of a monitor: name, target with port, regions and an odd status, folded, one per line. The
 * line of the target has all spellings of an international host name.
 */
export function searchTextOf(
  monitor: Pick<InventoryMonitor, 'name' | 'target' | 'port' | 'regions'> & OptionalStatus,
): string {
  const { name, target, port, regions } = monitor;
  const addresses = spellingsOf(target).map((spelling) => (port === null ? spelling : `${spelling}:${port}`));
  return foldText([name, addresses.join(' '), ...regions, ...oddStatusOf(monitor)].join('\n'));
}

/** A status that the spec does not have. `up` and `down` are found by the condition. */
function oddStatusOf({ last_status: status = null }: OptionalStatus): string[] {
  return status === null || status === 'up' || status === 'down' ? [] : [status];
}

/** Returns the words, folded, that find all monitors with a profile: the type, the condition, and "maintenance". */
export function wordsOfProfile({ type, condition, maintenance_mode }: Profile): string[] {
  return [
    ...type.map(foldText),
    ...conditions.filter((one) => condition.includes(one)).flatMap((one) => conditionWords[one]),
    ...(maintenance_mode[0] === 'true' ? ['maintenance'] : []),
  ];
}

/** Whether two rows have the same search text, without building it. */
export function sameSearchText(a: InventoryMonitor, b: InventoryMonitor): boolean {
  return (
    a.name === b.name &&
    a.target === b.target &&
    a.port === b.port &&
    oddStatusOf(a)[0] === oddStatusOf(b)[0] &&
    a.regions.length === b.regions.length &&
    a.regions.every((region, index) => region === b.regions[index])
  );
}
