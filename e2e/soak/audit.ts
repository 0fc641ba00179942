import { listSchema, type Violations } from './check.ts';

/**
 * Reads the whole list, all pages of one reading, and looks for monitors that are missing or stand twice.
 *
 * @param steady monitors that must be in it, unless upstream has them no more
 */
export async function audit(
  origin: string,
  steady: readonly string[],
  isGone: (uuid: string) => boolean,
  violations: Violations,
): Promise<boolean> {
  const seen: string[] = [];
  let asOf: string | null = null;
  for (let page = 1, last = 1; page <= last; page += 1) {
    const response = await fetch(`${origin}/api/monitors?sort=name&per_page=100&page=${page}`);
    const { data, pagination, meta } = listSchema.parse(await response.json());
    // A newer reading came in between: the pages are of two lists.
    if (asOf !== null && asOf !== meta.as_of) return false;
    asOf = meta.as_of;
    last = pagination.total_pages;
    seen.push(...data.map((row) => String(row.monitor_uuid)));
  }
  const unique = new Set(seen);
  violations.doubled += seen.length - unique.size;
  violations.lost += steady.filter((uuid) => !unique.has(uuid) && !isGone(uuid)).length;
  return true;
}
