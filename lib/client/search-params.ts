import {
  createLoader,
  createSerializer,
  type inferParserType,
  parseAsNativeArrayOf,
  parseAsString,
} from 'nuqs/server';
import { defaultInventoryQuery } from '@/lib/contract/inventory-query';

/** The order people land in: what needs attention first. */
export const defaultSort = 'attention';

/**
 * A parameter of the API, read as all texts that the address gives it. Nothing is converted or dropped here, because
 * `readInventoryQuery` judges them: it has to see a value that is refused and a parameter that is given twice.
 */
const texts = parseAsNativeArrayOf(parseAsString);

/** The parameters of the list's address: for its hook, for the page on the server and for links. */
export const monitorsSearchParams = {
  q: texts,
  type: texts,
  condition: texts,
  region: texts,
  is_active: texts,
  maintenance_mode: texts,
  sort: texts.withDefault([defaultSort]),
  order: texts,
  page: texts.withDefault([String(defaultInventoryQuery.page)]),
  per_page: texts.withDefault([String(defaultInventoryQuery.per_page)]),
  /** The name that whoever shared the link gave to what it shows. It means nothing to the API. */
  view: parseAsString,
};

/** What the address of the list says, not judged yet. */
export type MonitorsSearch = inferParserType<typeof monitorsSearchParams>;
/** What a change writes; null takes a parameter out of the address, and so does its default. */
export type MonitorsSearchChange = { [Name in keyof MonitorsSearch]?: MonitorsSearch[Name] | null };

export const loadMonitorsSearch = createLoader(monitorsSearchParams);

/** The search part of an address after a change. All parameters that the change does not name stay. */
export const serializeMonitorsSearch = createSerializer<
  typeof monitorsSearchParams,
  URLSearchParams,
  '' | `?${string}`
>(monitorsSearchParams);
