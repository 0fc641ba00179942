import { createLoader, parseAsInteger, parseAsStringLiteral } from 'nuqs/server';
import { monitorTypes } from '../contract/monitor';
import { defaultQuery, type MonitorsQuery } from '../contract/monitors-query';

/** Page sizes offered; the URL may say any size that the API takes. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The view state of the list in the page's URL: one map for the page, its links and the browser's hooks. */
export const monitorsUrlParsers = {
  page: parseAsInteger.withDefault(defaultQuery.page),
  per_page: parseAsInteger.withDefault(defaultQuery.per_page),
  type: parseAsStringLiteral(monitorTypes),
  is_active: parseAsStringLiteral(['true', 'false'] as const),
};

export const loadMonitorsUrl = createLoader(monitorsUrlParsers);

type MonitorsUrl = {
  page: number;
  per_page: number;
  type: MonitorsQuery['type'] | null;
  is_active: MonitorsQuery['is_active'] | null;
};

/** The query that a URL means. A person's URL is read leniently: what is out of range becomes the nearest sense. */
export function queryOfUrl(url: MonitorsUrl): MonitorsQuery {
  return {
    page: Math.min(Math.max(1, url.page), 999_999_999),
    per_page: Math.min(Math.max(1, url.per_page), 100),
    ...(url.type ? { type: url.type } : {}),
    ...(url.is_active ? { is_active: url.is_active } : {}),
  };
}
