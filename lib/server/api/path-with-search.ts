import 'server-only';

/** The query of a URL, as Next passes it to a page. */
export type PageSearch = Readonly<Record<string, string | string[] | undefined>>;

function searchOf(search: PageSearch): URLSearchParams {
  return new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
}

/** Returns a page's path with its query, rebuilt from what Next parsed. */
export function pathWithSearch(path: string, search: PageSearch): string {
  const query = searchOf(search).toString();
  return query === '' ? path : `${path}?${query}`;
}
