import 'server-only';
import type { StoredChange } from './history-store.ts';

/** The text of a changed monitor that a search is compared with, in lower case. */
export function searchedText({ name, target, port, regions, monitor_uuid }: StoredChange['monitor']): string {
  const address = port === null ? target : `${target}:${port}`;
  return [name, address, ...regions, monitor_uuid].join(' ').toLowerCase();
}
