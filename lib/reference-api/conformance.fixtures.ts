import { onTestFinished } from 'vitest';
import type { KeyInput, Monitor, MonitorInput, OrganizationInput } from './fixture.ts';
import type { ReferenceApiOptions, RunningReferenceApi } from './server.ts';
import { startReferenceApi } from './server.ts';

/** The time of a test's clock until the test changes it, Unix milliseconds. */
export const NOON = Date.UTC(2026, 2, 10, 12);
export const KEY = 'test-key';

export const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Monitor number n; a greater n is newer. */
export function monitor(n: number, fields: Partial<MonitorInput> = {}): MonitorInput {
  return {
    monitor_uuid: uuid(n),
    name: `Monitor ${n}`,
    type: 'https',
    target: `https://${n}.example.com/`,
    created_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    ...fields,
  };
}

/** An organization with one key that can read the monitors, unless other fields are given. */
export function organization(fields: Partial<OrganizationInput> = {}): OrganizationInput {
  return { name: 'Tested', keys: [{ key: KEY }], monitors: [], ...fields };
}

export const withKey = (fields: Partial<KeyInput>): OrganizationInput =>
  organization({ keys: [{ key: KEY, ...fields }] });

/** Starts a reference API that is closed with the test. Its clock shows `time.now`, which only the test changes. */
export async function serve(
  organizations: OrganizationInput[] = [organization()],
  options: ReferenceApiOptions = {},
): Promise<RunningReferenceApi & { time: { now: number } }> {
  const time = { now: NOON };
  const running = await startReferenceApi({ organizations, clock: () => time.now, ...options });
  onTestFinished(() => running.close());
  return { ...running, time };
}

interface Body {
  data?: unknown;
  error?: string;
  pagination?: { page: number; per_page: number; total: number; total_pages: number };
  required_scope?: string;
  granted_scopes?: string[];
}

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

/** Sends one request to a path below the origin, by default with the test's key. */
export async function send(
  api: RunningReferenceApi,
  path: string,
  { key = KEY, ...init }: RequestInit & { key?: string | null } = {},
): Promise<TestResponse> {
  const headers = { ...(key === null ? {} : { Authorization: `Bearer ${key}` }), ...init.headers };
  const response = await fetch(`${new URL(api.baseUrl).origin}${path}`, {
    redirect: 'manual',
    ...init,
    headers,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text || '{}') };
}

export function rows({ body }: TestResponse): Monitor[] {
  return Array.isArray(body.data) ? body.data : [];
}

export const LIST = '/v1/monitors';
export const LIMIT_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-quota-daily-limit',
  'x-quota-daily-remaining',
  'x-quota-monthly-limit',
  'x-quota-monthly-remaining',
];
