import type { OrganizationInput } from '../../../lib/reference-api/fixture.ts';
import type { ReferenceApiOptions } from '../../../lib/reference-api/server.ts';

/** The UUID in the requests. It is not a canary, because the caller knows it. */
export const requestedUuid = '0a11ce00-0000-4000-8000-0ca9a7e50001';
const otherUuid = '0a11ce00-0000-4000-8000-0ca9a7e50002';

const monitors = [requestedUuid, otherUuid].map((monitor_uuid) => ({
  monitor_uuid,
  name: 'canary-name',
  type: 'https' as const,
  target: 'https://canary-host.example/canary-path',
  interval: 717_171_717,
  regions: ['canary-region'],
  description: 'canary-description',
  last_check_at: '2017-07-17T17:17:17.717Z',
  last_status: 'down' as const,
  last_response_time_ms: 717_171_717,
  http_method: 'PATCH' as const,
  expected_status_codes: [517],
  follow_redirects: false,
  timeout_ms: 818_181_818,
  created_at: '2018-08-18T18:18:18.818Z',
  updated_at: '2019-09-19T19:19:19.919Z',
}));

const organization: OrganizationInput = {
  name: 'canary-organization',
  keys: [{ key: 'canary-key' }],
  monitors,
};

/** An API whose organization and limits have unique, recognizable values. */
export const canaryApi: ReferenceApiOptions = {
  organizations: [organization],
  limits: { minute: 919_191_919, daily: 929_292_929, monthly: 939_393_939 },
};

/** Texts that a response must not contain: data of the monitors, the remaining limits, the key. */
const canaries: readonly string[] = [
  'canary',
  otherUuid,
  // Long enough not to occur in a random id by chance.
  '7171717',
  '8181818',
  '2017-07-17',
  '2018-08-18',
  '2019-09-19',
  '17:17:17',
  // Limits, and their remainders after a few requests.
  '9191919',
  '919,191,9',
  '9292929',
  '929,292,9',
  '9393939',
  '939,393,9',
  'x-ratelimit',
  'x-quota',
  Buffer.from('canary-key').toString('base64').slice(0, 12),
  Buffer.from('canary').toString('hex'),
].map((text) => text.toLowerCase());

/** Returns the canaries that a text contains, case-insensitively, as is or percent-encoded. */
export function canariesIn(text: string): string[] {
  const plain = text.toLowerCase();
  const decoded = plain.replaceAll(/%([0-9a-f]{2})/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return canaries.filter((canary) => plain.includes(canary) || decoded.includes(canary));
}
