import {
  createLoader,
  createSerializer,
  type inferParserType,
  parseAsNativeArrayOf,
  parseAsString,
} from 'nuqs/server';
import { defaultInventoryQuery } from '../contract/inventory-query.ts';

/** The time from the last key in a search field to the request, milliseconds. */
export const SEARCH_DEBOUNCE_MS = 80;

/** The default sort: monitors that need attention first. */
export const defaultSort = 'attention';

/**
 * A parameter of the API, read as a list of all its values in the URL. Nothing is converted or dropped here, because
 * `readInventoryQuery` has to see invalid values and repeated parameters in order to reject them.
 */
const texts = parseAsNativeArrayOf(parseAsString);

/** The parameters of the list's URL, shared by the browser's hook, the page on the server, and links. */
export const monitorsSearchParams = {
  q: texts,
  type: texts,
  condition: texts,
  region: texts,
  is_active: texts,
  maintenance_mode: texts,
  flapping: texts,
  sort: texts.withDefault([defaultSort]),
  order: texts,
  page: texts.withDefault([String(defaultInventoryQuery.page)]),
  per_page: texts.withDefault([String(defaultInventoryQuery.per_page)]),
  /** The name of the view, set by the user who shared the link. Not a parameter of the API. */
  view: parseAsString,
};

/** The parameters of the list's URL, not validated yet. */
export type MonitorsSearch = inferParserType<typeof monitorsSearchParams>;
/** A change of the URL's parameters. Null or the default removes a parameter; one that is left out stays. */
export type MonitorsSearchChange = { [Name in keyof MonitorsSearch]?: MonitorsSearch[Name] | null };

export const loadMonitorsSearch = createLoader(monitorsSearchParams);

/** Applies a `MonitorsSearchChange` to search parameters. Returns the query string with its "?", or '' if it is empty. */
export const serializeMonitorsSearch = createSerializer<
  typeof monitorsSearchParams,
  URLSearchParams,
  '' | `?${string}`
>(monitorsSearchParams);
