import { expect } from 'vitest';
import type { Fault } from '../../lib/reference-api/answers.ts';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';

/** An upstream failure before anything was read, and how the product reports and explains it. */
export interface Failure {
  /** Includes its row of the failure matrix. */
  title: string;
  arrange: (api: RunningReferenceApi) => unknown;
  /** The response of `GET /api/monitors` and `GET /api/monitors/{uuid}`. */
  status: number;
  body: Record<string, unknown> & { code: string };
  /** The explanation on the list and on a monitor's page. */
  screen: { heading: string; advice: readonly string[] };
  /** Texts in the access panel of the usage page. */
  access?: readonly string[];
}

const inject =
  (...faults: Fault[]) =>
  ({ api }: RunningReferenceApi) =>
    faults.forEach((fault) => {
      api.inject(fault);
    });
const editKey =
  (patch: { scopes?: string[]; ip_allowlist?: string[]; revoked?: boolean }) =>
  ({ api, apiKey }: RunningReferenceApi) =>
    api.organization().editKey(apiKey, patch);

export const failures: readonly Failure[] = [
  {
    title: 'row 18, api_key_rejected: the key is revoked',
    arrange: editKey({ revoked: true }),
    status: 502,
    body: { code: 'api_key_rejected' },
    screen: {
      heading: 'API key rejected',
      advice: ['malformed, revoked or expired', 'Create a new API key', 'MONITOR_API_KEY'],
    },
    access: ['missing, malformed, revoked or expired', 'Create a new API key', 'api_key_rejected'],
  },
  {
    title: 'row 19, missing_scope: the key lacks the scope',
    arrange: editKey({ scopes: ['incidents:read', 'audit-logs:read'] }),
    status: 502,
    body: {
      code: 'missing_scope',
      required_scope: 'monitors:read',
      granted_scopes: ['incidents:read', 'audit-logs:read'],
    },
    screen: {
      heading: 'The API key is missing the scope monitors:read',
      advice: [
        'The API requires monitors:read; this key has incidents:read, audit-logs:read.',
        'the scope applies from the next request',
        'monitors:write doesn’t include it',
      ],
    },
    access: [
      'The API requires monitors:read; this key has incidents:read, audit-logs:read.',
      'applies from the next request',
      'monitors:write doesn’t include it',
    ],
  },
  {
    title: 'row 20, access_denied: the address is not on the allowlist',
    arrange: editKey({ ip_allowlist: ['192.0.2.0/24'] }),
    status: 502,
    body: { code: 'access_denied' },
    screen: { heading: 'API access denied', advice: ['IP allowlist', 'outbound IP address'] },
    access: ['IP allowlist', 'the plan no longer grants'],
  },
  {
    title: 'daily_quota_exhausted: the day is used up',
    arrange: inject({ kind: 'exhaust-quota', window: 'daily' }),
    status: 429,
    body: { code: 'daily_quota_exhausted', retry_at: null },
    screen: {
      heading: 'Daily quota used up',
      advice: ['The API doesn’t publish when the quota resets.', 'Wait for the quota to reset.'],
    },
  },
  {
    title: 'monthly_quota_exhausted: the month is used up',
    arrange: inject({ kind: 'exhaust-quota', window: 'monthly' }),
    status: 429,
    body: { code: 'monthly_quota_exhausted', retry_at: null },
    screen: {
      heading: 'Monthly quota used up',
      advice: ['The API doesn’t publish when the quota resets.', 'Wait for the quota to reset.'],
    },
  },
  {
    title: 'row 10, quota_unknown: the API returns 429 without a reason',
    arrange: inject({ kind: 'status', status: 429 }),
    status: 429,
    // The API sends no reset time, so Sightline waits a minute.
    body: { code: 'quota_unknown' },
    screen: {
      heading: 'Remaining requests unknown',
      advice: ['didn’t say whether', 'Try again in a minute'],
    },
  },
  {
    title: 'row 1, upstream_unreachable: the connection is refused',
    arrange: (api) => api.close(),
    status: 502,
    body: { code: 'upstream_unreachable', error: expect.stringContaining('refused') },
    screen: {
      heading: 'Can’t reach the API',
      advice: ['connection refused', 'MONITOR_API_BASE_URL'],
    },
    access: ['connection refused', 'MONITOR_API_BASE_URL'],
  },
  {
    title: 'row 5, upstream_invalid_response: the response is a login page',
    arrange: inject({ kind: 'malformed', body: '<!DOCTYPE html><title>Log in</title>' }),
    status: 502,
    body: { code: 'upstream_invalid_response' },
    screen: {
      heading: 'Unexpected API response',
      advice: ['so it isn’t shown', 'not to a login page or proxy'],
    },
  },
  {
    title: 'row 7, upstream_error: the API returns 503',
    arrange: inject({ kind: 'status', status: 503 }),
    status: 502,
    body: { code: 'upstream_error', error: expect.stringContaining('503') },
    screen: {
      heading: 'The API returned an error',
      advice: ['The API returned status 503.', 'Sightline retries automatically'],
    },
  },
  {
    title: 'row 2, upstream_timeout: the API does not respond within five seconds',
    arrange: inject({ kind: 'delay', ms: 600_000 }),
    status: 504,
    body: { code: 'upstream_timeout' },
    screen: {
      heading: 'The API timed out',
      advice: ['No complete response arrived within 5 s.', 'Sightline retries automatically'],
    },
  },
];
