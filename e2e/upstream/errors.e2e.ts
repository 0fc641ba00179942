import { expect, type Page } from '@playwright/test';
import type { FaultInput } from '../../lib/reference-api/faults.ts';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { test } from '../support/fixtures.ts';

interface Case {
  code: string;
  arrange: (api: RunningReferenceApi) => unknown;
  heading: string;
  /** Parts of what is said about it: what it means and what to do. */
  advice: readonly string[];
}

const inject =
  (fault: FaultInput) =>
  ({ api }: RunningReferenceApi) =>
    api.inject(fault);
const editKey =
  (patch: { scopes?: string[]; ip_allowlist?: string[]; revoked?: boolean }) =>
  ({ api, apiKey }: RunningReferenceApi) =>
    api.organization().editKey(apiKey, patch);

const cases: Case[] = [
  {
    code: 'api_key_rejected',
    arrange: editKey({ revoked: true }),
    heading: 'The API key is rejected',
    advice: ['malformed, revoked or expired', 'Issue a new secret', 'MONITOR_API_KEY'],
  },
  {
    code: 'missing_scope',
    arrange: editKey({ scopes: ['incidents:read', 'audit-logs:read'] }),
    heading: 'The API key lacks a scope',
    advice: [
      'The API asks for monitors:read; the key holds incidents:read, audit-logs:read.',
      'it counts from the next request on',
      'monitors:write does not include it',
    ],
  },
  {
    code: 'access_denied',
    arrange: editKey({ ip_allowlist: ['192.0.2.0/24'] }),
    heading: 'The API denies access',
    advice: ['IP allowlist', 'outgoing address'],
  },
  {
    code: 'daily_quota_exhausted',
    arrange: inject({ kind: 'exhaust-quota', window: 'daily' }),
    heading: 'Today’s requests are used up',
    advice: ['The API does not publish when its day begins.', 'Wait for the next day’s window.'],
  },
  {
    code: 'monthly_quota_exhausted',
    arrange: inject({ kind: 'exhaust-quota', window: 'monthly' }),
    heading: 'This month’s requests are used up',
    advice: ['The API does not publish when its month begins.', 'Wait for the next month’s window.'],
  },
  {
    code: 'quota_unknown',
    arrange: inject({ kind: 'status', status: 429 }),
    heading: 'The API refuses further requests',
    advice: ['did not say which one', 'Try again in a minute'],
  },
  {
    code: 'upstream_unreachable',
    arrange: (api) => api.close(),
    heading: 'The API cannot be reached',
    advice: ['the connection was refused', 'MONITOR_API_BASE_URL'],
  },
  {
    code: 'upstream_invalid_response',
    arrange: inject({ kind: 'malformed', body: '<!DOCTYPE html><title>Log in</title>' }),
    heading: 'The API’s answer makes no sense',
    advice: ['nothing of it is shown', 'not to a login page or a proxy'],
  },
  {
    code: 'upstream_error',
    arrange: inject({ kind: 'status', status: 503 }),
    heading: 'The API has failed',
    advice: ['The API failed with status 503.', 'Sightline goes on trying'],
  },
  {
    code: 'upstream_timeout',
    arrange: inject({ kind: 'delay', ms: 6000 }),
    heading: 'The API does not answer in time',
    advice: ['waits five seconds', 'Sightline goes on trying'],
  },
];

async function expectExplained(page: Page, { code, heading, advice }: Omit<Case, 'arrange'>) {
  // The five seconds that the API is given, and the page's asking again.
  const patience = { timeout: 30_000 };
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible(patience);
  for (const words of advice) await expect(page.getByRole('main')).toContainText(words);
  await expect(page.getByText(new RegExp(`^${code}( · request [\\w-]+)?$`))).toBeVisible();
}

for (const { arrange, ...shown } of cases) {
  test(`${shown.code} is explained on the list and on a monitor`, async ({ stack, context }) => {
    const { product, referenceApi } = await stack({}, { before: arrange });
    const [monitor] = referenceApi.api.organization().monitors();
    const look = async (path: string) => {
      const page = await context.newPage();
      await page.goto(`${product.url}${path}`);
      await expectExplained(page, shown);
      await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
      await expect(page.getByRole('table')).toHaveCount(0);
      expect(await page.content(), 'the key never reaches the browser').not.toContain(referenceApi.apiKey);
      await page.close();
    };
    await Promise.all([look('/monitors'), look(`/monitors/${monitor?.monitor_uuid}`)]);
    expect(product.logs()).not.toContain(referenceApi.apiKey);
  });
}

test('addresses that lead nowhere answer 404, and lead back to the list', async ({ still, page }) => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const addresses = [
    { path: '/nowhere', code: 'not_found', heading: 'There is nothing here', advice: ['Begin again'] },
    {
      path: `/monitors/${unknown}`,
      code: 'monitor_not_found',
      heading: 'No such monitor',
      advice: ['It does not exist (any more), or it belongs to another organization'],
    },
  ];
  for (const { path, ...shown } of addresses) {
    const response = await page.goto(`${still.product.url}${path}`);
    expect(response?.status(), path).toBe(404);
    await expectExplained(page, shown);
  }
  await page.getByRole('main').getByRole('link', { name: 'All monitors' }).click();
  await expect(page.getByText('1–25 of 248')).toBeVisible();
});

test('an address with what is no UUID says so and asks the API nothing', async ({ stack, page }) => {
  const { product, referenceApi } = await stack();
  const before = referenceApi.requests();
  await page.goto(`${product.url}/monitors/not-a-uuid`);
  await expectExplained(page, {
    code: 'invalid_parameter',
    heading: 'The address is not right',
    advice: ['must be a UUID', 'begin again from the list'],
  });
  expect(referenceApi.requests() - before).toBe(0);
});
