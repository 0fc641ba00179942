import 'server-only';
import { foldText } from '../../fold-text.ts';
import type { InventoryMonitor } from './compact-row.ts';

/** Returns the searchable text of a monitor: name, target with port, and regions, folded, one per line. */
export function searchTextOf(monitor: InventoryMonitor): string {
  const { name, target, port, regions } = monitor;
  const address = port === null ? target : `${target}:${port}`;
  return foldText([name, address, ...regions].join('\n'));
}

/** Whether two rows have the same search text, without building it. */
export function sameSearchText(a: InventoryMonitor, b: InventoryMonitor): boolean {
  return (
    a.name === b.name &&
    a.target === b.target &&
    a.port === b.port &&
    a.regions.length === b.regions.length &&
    a.regions.every((region, index) => region === b.regions[index])
  );
}
