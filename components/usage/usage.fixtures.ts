import { type Usage, usageSchema } from '@/lib/contract/usage';

/** The current time of the tests, in milliseconds since the epoch. */
export const noon = Date.parse('2026-11-20T12:00:00.000Z');

export function minutesAgo(minutes: number): string {
  return new Date(noon - minutes * 60_000).toISOString();
}

const reserve = { daily: 50, monthly: 1000 };

/** The data of a `GET /api/usage` response without problems, with the given overrides. */
export function usageOf(given: Partial<Usage['data']> = {}): Usage['data'] {
  return usageSchema.shape.data.parse({
    state: 'ok',
    observed_at: minutesAgo(0),
    rate_limit: { limit: 60, remaining: 57, resets_at: null },
    daily: { limit: 5000, remaining: 4180, resets_at: null, resets_at_local: null, runs_out_at: null },
    monthly: { limit: 100_000, remaining: 91_220, resets_at: null, resets_at_local: null, runs_out_at: null },
    spent_here: { since: minutesAgo(120), inventory: 0, list: 0, detail: 0, probe: 0, retry: 0, settings: 0 },
    spent_elsewhere: { since: minutesAgo(120), daily: 0, monthly: 0 },
    refresh: { wanted_s: 30, actual_s: 30, cost: 3, limited_by: null, paused: false, viewers: 1, reserve },
    settings: { known: 248, monitors: 248, state: 'complete', until: null },
    access: { base_url: 'https://api.example.com/v1', key_fingerprint: '0f0f', scopes: null, trouble: null },
    storage: {
      problem: null,
      since: null,
      set_aside: null,
    },
    replicas: { count: 1, this: 'k3x9', leads: true, storage: 'sqlite' },
    retry_at: null,
    history: [],
    ...given,
  });
}

/** Samples of the daily quota: minutes ago, remaining requests, and whether a gap precedes the sample. */
export function historyOf(
  ...samples: [minutes: number, left: number | null, afterGap?: 'gap' | undefined][]
) {
  return samples.map(([minutes, left, afterGap]) => ({
    at: minutesAgo(minutes),
    daily_remaining: left,
    monthly_remaining: null,
    after_gap: afterGap === 'gap',
  }));
}
