import type { Report } from '@/lib/contract/report';

const reported: Report['meta'] = {
  month: '2026-10',
  since: '2026-10-01T00:00:00.000Z',
  until: null,
  view: '',
  monitors: 25,
  demo: false,
  observed_from: null,
  gaps: [],
  as_of: null,
  kept_days: 90,
  not_saved_since: null,
  made_at: '2026-11-20T12:00:00.000Z',
  inventory: { state: 'complete', read: 25, total: 25, missing: null },
};

/** A report of October 2026 that differs from an empty one in the given fields. */
export function reportOf(meta: Partial<Report['meta']>, data: Partial<Report['data']> = {}): Report {
  return {
    data: {
      ...{ all: null, never_up: 0, without_never_up: null, monitors: [] },
      ...{ outages: [], outages_seen: 0, still_down: 0, incidents: [] },
      ...data,
    },
    meta: { ...reported, ...meta },
  };
}
