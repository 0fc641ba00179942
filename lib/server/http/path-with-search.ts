import 'server-only';

/** A page's own address, put together again from what Next parsed. */
export function pathWithSearch(
  path: string,
  search: Readonly<Record<string, string | string[] | undefined>>,
): string {
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}
