import type { ErrorCode } from '@/lib/contract/error';

/** What can keep Sightline from reading the API. `sign`: how the API shows it. */
interface TroubleSign {
  code: ErrorCode;
  sign: string;
}

/** In the order of the statuses; what has none comes last. */
export const troubleCatalog: readonly TroubleSign[] = [
  { code: 'api_key_rejected', sign: '401' },
  { code: 'missing_scope', sign: '403 with scopes' },
  { code: 'access_denied', sign: '403 without' },
  { code: 'rate_limited', sign: '429, minute' },
  { code: 'daily_quota_exhausted', sign: '429, day' },
  { code: 'monthly_quota_exhausted', sign: '429, month' },
  { code: 'quota_unknown', sign: '429, cause not told' },
  { code: 'upstream_error', sign: '5xx or other' },
  { code: 'upstream_unreachable', sign: 'no connection' },
  { code: 'upstream_timeout', sign: 'answer too late' },
  { code: 'upstream_invalid_response', sign: 'unusable answer' },
];
