import { expect } from 'vitest';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import type { Stack } from '../support/products/stack.ts';

/** An upstream failure before anything was read, and how the product reports and explains it. */
interface Failure {
  title: string;
  arrange: (api: RunningReferenceApi) => unknown;
  /** The response of `GET /api/monitors` and `GET /api/monitors/{uuid}`. */
  status: number;
  body: Record<string, unknown> & { code: string };
  /** Of the explanation on the list, on a monitor's page, and on the usage page. */
  heading: string;
  advice: readonly string[];
  isDeep?: boolean;
}

/** The response with the reason of the failure; until the reason is known it is `not_ready`. */
async function failedAnswer(url: string) {
  let response = await ask(url);
  const code = async () => {
    response = await ask(url);
    return JSON.parse(response.text).code;
  };
  await expect.poll(code).not.toBe('not_ready');
  return response;
}

async function expectRefused({ product, referenceApi }: Stack, path: string, failure: Failure) {
  const response = await failedAnswer(`${product.url}/api${path}`);
  expect(response.status).toBe(failure.status);
  expect(JSON.parse(response.text)).toMatchObject({
    error: expect.stringMatching(/^[A-Z].*\.$/),
    request_id: response.headers.get('x-request-id'),
    ...failure.body,
  });
  const isWaiting = typeof JSON.parse(response.text).retry_at === 'string';
  expect(response.headers.has('retry-after'), 'Retry-After when a time is known').toBe(isWaiting);
  expect(response.text + [...response.headers].join()).not.toContain(referenceApi.apiKey);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The text that a part of a page shows before its scripts have run. */
function shownText(html: string): string {
  return html
    .replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

/** Reads a page. @returns its text, and the text of each of its headings of this level */
async function readPage({ product, referenceApi }: Stack, path: string, level: number) {
  const { text: html } = await ask(`${product.url}${path}`);
  expect(html, 'the key never reaches the browser').not.toContain(referenceApi.apiKey);
  const headings = html.matchAll(new RegExp(`<h${level}\\b.*?</h${level}>`, 'gs'));
  return {
    html,
    text: shownText(html),
    headings: [...headings].map(([heading]) => shownText(heading)),
  };
}

/** Expects that a page explains the failure: what happened, what to do, and the code for reporting it. */
async function expectShown(stack: Stack, path: string, { body, heading, advice }: Failure) {
  const { html, text, headings } = await readPage(stack, path, 1);
  expect(headings).toEqual([expect.stringContaining(heading)]);
  for (const words of advice) expect(text).toContain(words);
  expect(text).toMatch(new RegExp(`${body.code} · request [\\w-]{36}`));
  expect(text).toContain('Try again');
  expect(html).not.toContain('<table');
}

async function expectInAccessPanel(stack: Stack, { heading, advice }: Failure) {
  const { text, headings } = await readPage(stack, '/usage', 3);
  expect(headings).toContainEqual(expect.stringContaining(heading));
  for (const words of advice) expect(text).toContain(words);
}

// client.test.ts and failures.test.ts have the code and the status of the other failures.
const failures: readonly Failure[] = [
  {
    // Many meet it when they set the product up.
    title: 'row 18, api_key_rejected: the key is revoked',
    arrange: ({ api, apiKey }) => api.organization().editKey(apiKey, { revoked: true }),
    status: 502,
    body: { code: 'api_key_rejected' },
    heading: 'API key rejected',
    advice: ['malformed, revoked or expired', 'Create a new API key'],
  },
  {
    title: 'row 19, missing_scope: the key lacks the scope',
    arrange: ({ api, apiKey }) => api.organization().editKey(apiKey, { scopes: ['incidents:read'] }),
    status: 502,
    body: { code: 'missing_scope', required_scope: 'monitors:read', granted_scopes: ['incidents:read'] },
    heading: 'The API key is missing the scope monitors:read',
    advice: [
      'The API requires monitors:read; this key has incidents:read.',
      'applies from the next request',
      'monitors:write doesn’t include it',
    ],
    isDeep: true,
  },
  {
    title: 'row 1, upstream_unreachable: the connection is refused',
    arrange: (api) => api.close(),
    status: 502,
    body: { code: 'upstream_unreachable', error: expect.stringContaining('refused') },
    heading: 'Can’t reach the API',
    advice: ['connection refused', 'MONITOR_API_BASE_URL'],
    isDeep: true,
  },
];

for (const failure of failures) {
  test(failure.title, { tags: failure.isDeep === true ? ['deep'] : [] }, async ({ stack }) => {
    const running = await stack({}, { before: failure.arrange });
    const [monitor] = running.referenceApi.api.organization().monitors();
    const paths = ['/monitors', `/monitors/${monitor?.monitor_uuid}`];
    for (const path of paths) await expectRefused(running, path, failure);
    for (const path of paths) await expectShown(running, path, failure);
    await expectInAccessPanel(running, failure);
    expect(running.product.logs()).not.toContain(running.referenceApi.apiKey);
  });
}
