import { expect, type Page } from '@playwright/test';
import { expectExplained } from '../support/browser/expect-explained.ts';
import { ask } from '../support/http/read.ts';
import { type Stack, test } from '../support/products/fixtures.ts';
import { nightlyIf } from '../support/runner/nightly-if.ts';
import { type Failure, failures } from './failures.ts';

// Each test has its own product.
test.describe.configure({ mode: 'parallel' });

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

async function expectShown(page: Page, { product, referenceApi }: Stack, path: string, failure: Failure) {
  if (failure.screen === undefined) return;
  await page.goto(`${product.url}${path}`);
  await expectExplained(page, { code: failure.body.code, ...failure.screen });
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(await page.content(), 'the key never reaches the browser').not.toContain(referenceApi.apiKey);
}

async function expectInAccessPanel(page: Page, { product, referenceApi }: Stack, failure: Failure) {
  const { screen, access } = failure;
  if (screen === undefined || access === undefined) return;
  await page.goto(`${product.url}/usage`);
  await expect(page.getByRole('status').filter({ hasText: `${screen.heading}.` })).toBeVisible();
  const heading = page.getByRole('heading', { level: 3, name: screen.heading });
  await expect(heading).toBeVisible();
  const problem = page.locator('section div').filter({ has: heading }).last();
  for (const words of access) await expect(problem).toContainText(words);
  expect(await page.content(), 'the key never reaches the browser').not.toContain(referenceApi.apiKey);
}

for (const failure of failures) {
  test(failure.title, nightlyIf(failure.byNight === true), async ({ stack, page }) => {
    const running = await stack({}, { before: failure.arrange });
    const [monitor] = running.referenceApi.api.organization().monitors();
    const paths = ['/monitors', `/monitors/${monitor?.monitor_uuid}`];
    for (const path of paths) await expectRefused(running, path, failure);
    for (const path of paths) await expectShown(page, running, path, failure);
    await expectInAccessPanel(page, running, failure);
    expect(running.product.logs()).not.toContain(running.referenceApi.apiKey);
  });
}
