'use client';

import { useQueryStates } from 'nuqs';
import { monitorsUrlParsers, queryOfUrl } from '@/lib/client/monitors-url';
import type { MonitorsQuery } from '@/lib/contract/monitors-query';

/** The list's view state, which lives in the URL alone: each change is a step that Back undoes. */
export function useMonitorsUrl() {
  const [url, setUrl] = useQueryStates(monitorsUrlParsers, { history: 'push', shallow: true });
  return {
    query: queryOfUrl(url),
    setPage: (page: number) => setUrl({ page }),
    /** Stays with the first row that is shown now. */
    setPerPage: (perPage: number) =>
      setUrl({ per_page: perPage, page: Math.floor(((url.page - 1) * url.per_page) / perPage) + 1 }),
    setType: (type: NonNullable<MonitorsQuery['type']> | null) => setUrl({ type, page: null }),
    setActive: (active: NonNullable<MonitorsQuery['is_active']> | null) =>
      setUrl({ is_active: active, page: null }),
    clear: () => setUrl({ type: null, is_active: null, page: null }),
  };
}
