import 'server-only';
import type { InventoryMonitor } from './compact-row.ts';

const BEYOND_ASCII = /\P{ASCII}/u;

/**
 * The text as it is searched: composed (NFC), so that an accent typed in two code points matches one, lower case, and
 * with one form of the Greek sigma, whose lower case depends on where it stands.
 */
function foldText(text: string): string {
  const lower = (BEYOND_ASCII.test(text) ? text.normalize('NFC') : text).toLowerCase();
  return lower.replaceAll('ς', 'σ');
}

/** What a search looks through: name, target with its port, regions and UUID, folded, one a line. */
export function searchTextOf(monitor: InventoryMonitor): string {
  const { name, target, port, regions, monitor_uuid } = monitor;
  const address = port === null ? target : `${target}:${port}`;
  return foldText([name, address, ...regions, monitor_uuid].join('\n'));
}

/** Whether two rows have the same search text, told without making it. */
export function sameSearchText(a: InventoryMonitor, b: InventoryMonitor): boolean {
  return (
    a.name === b.name &&
    a.target === b.target &&
    a.port === b.port &&
    a.monitor_uuid === b.monitor_uuid &&
    a.regions.length === b.regions.length &&
    a.regions.every((region, index) => region === b.regions[index])
  );
}

/** The words of a search, folded, the longest first: it leaves the fewest rows to look through for the others. */
export function searchWordsOf(q: string): string[] {
  const words = foldText(q)
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...new Set(words)].sort((a, b) => b.length - a.length);
}
