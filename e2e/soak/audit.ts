import { listSchema, type Violations } from './check-response.ts';

/**
 * Reads all pages of the list and counts monitors that are missing or duplicated.
 *
 * @param initialUuids monitors that must be in the list, unless upstream no longer has them
 * @returns false when the list was refreshed between the pages, so that it could not be checked
 */
export async function checkCompleteList(
  origin: string,
  initialUuids: readonly string[],
  isGone: (uuid: string) => boolean,
  violations: Violations,
): Promise<boolean> {
  const seen: string[] = [];
  let asOf: string | null = null;
  for (let page = 1, last = 1; page <= last; page += 1) {
    const response = await fetch(`${origin}/api/monitors?sort=name&per_page=100&page=${page}`);
    const { data, pagination, meta } = listSchema.parse(await response.json());
    // The list was refreshed in between, so the pages belong to two snapshots.
    if (asOf !== null && asOf !== meta.as_of) return false;
    asOf = meta.as_of;
    last = pagination.total_pages;
    seen.push(...data.map((row) => String(row.monitor_uuid)));
  }
  const unique = new Set(seen);
  violations.duplicated += seen.length - unique.size;
  violations.lost += initialUuids.filter((uuid) => !unique.has(uuid) && !isGone(uuid)).length;
  return true;
}
