import 'server-only';

/** What stands behind the `?`, as Next gives it to a page. */
export type PageSearch = Readonly<Record<string, string | string[] | undefined>>;

/** The same as the browser has it. */
function searchOf(search: PageSearch): URLSearchParams {
  return new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
}

/** A page's own address, put together again from what Next parsed. */
export function pathWithSearch(path: string, search: PageSearch): string {
  const query = searchOf(search).toString();
  return query === '' ? path : `${path}?${query}`;
}
