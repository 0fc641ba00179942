import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import type { Stack } from '../support/products/stack.ts';
import { type Failure, failures } from './failures.ts';

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
async function expectShown(stack: Stack, path: string, { body, screen }: Failure) {
  const { html, text, headings } = await readPage(stack, path, 1);
  expect(headings).toEqual([expect.stringContaining(screen.heading)]);
  for (const words of screen.advice) expect(text).toContain(words);
  expect(text).toMatch(new RegExp(`${body.code} · request [\\w-]{36}`));
  expect(text).toContain('Try again');
  expect(html).not.toContain('<table');
}

async function expectInAccessPanel(stack: Stack, { screen, access = [] }: Failure) {
  const { text, headings } = await readPage(stack, '/usage', 3);
  expect(headings).toContainEqual(expect.stringContaining(screen.heading));
  for (const words of access) expect(text).toContain(words);
}

for (const [index, failure] of failures.entries()) {
  // The first one, which many meet when they set the product up, is part of the core.
  test(failure.title, { tags: index === 0 ? [] : ['deep'] }, async ({ stack }) => {
    const running = await stack({}, { before: failure.arrange });
    const [monitor] = running.referenceApi.api.organization().monitors();
    const paths = ['/monitors', `/monitors/${monitor?.monitor_uuid}`];
    for (const path of paths) await expectRefused(running, path, failure);
    for (const path of paths) await expectShown(running, path, failure);
    await expectInAccessPanel(running, failure);
    expect(running.product.logs()).not.toContain(running.referenceApi.apiKey);
  });
}
