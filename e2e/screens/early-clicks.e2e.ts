import { expect, type Page } from '@playwright/test';
import { count, expectQuery, rowLinks, waitForHydration } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';
import { nightlyIf } from '../support/runner/nightly-if.ts';
import { signInOn } from '../support/sign-in/password.ts';
import { passwordTest } from '../support/sign-in/password-product.ts';

declare global {
  interface Window {
    /** The number of submit events. */
    submits?: number;
  }
}

/** Opens a page as on a slow network. @returns `release`, which lets the scripts load */
async function openHtml(page: Page, url: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  return release;
}

/** Opens the list and waits for its rows; the scripts load after `release`. */
async function openWithoutScripts(page: Page, url: string): Promise<() => void> {
  const release = await openHtml(page, url);
  await expect(rowLinks(page)).toHaveCount(25);
  return release;
}

/** Goes back after `history.pushState` and that many tasks of React, which runs each of its tasks in a message to itself. */
function goBackAfterTasks(tasks: number): void {
  const held: (() => void)[] = [];
  let isHolding = false;
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (message: unknown) {
    const send = () => post.call(this, message);
    if (isHolding) held.push(send);
    else send();
  };
  const runTasks = (left: number) => {
    if (left === 0) return history.back();
    const send = held.shift();
    send?.();
    setTimeout(() => runTasks(send ? left - 1 : left), 20);
  };
  const push = history.pushState.bind(history);
  history.pushState = (...entry: Parameters<History['pushState']>) => {
    push(...entry);
    isHolding = true;
    runTasks(tasks);
  };
  addEventListener('popstate', () => {
    isHolding = false;
    setTimeout(() => {
      for (const send of held.splice(0)) send();
    });
  });
}

test('a click before hydration is replayed once the scripts are loaded', async ({ staticStack, page }) => {
  const release = await openWithoutScripts(page, `${staticStack.product.url}/monitors`);
  await count(page, 'Up').click();
  release();
  await expect(count(page, 'Up')).toHaveAttribute('aria-pressed', 'true');
  await expectQuery(page, 'condition=up');
  await page.goBack();
  await expectQuery(page, '');
  await expect(count(page, 'Total'), 'the click was handled once').toHaveAttribute('aria-pressed', 'true');
});

// The page is hydrated in several tasks, and nuqs begins to listen for Back in one of them.
for (const tasks of [0, 1, 2, 3]) {
  test(
    `Back after an early click and ${tasks} more tasks of React shows the list as it was`,
    nightlyIf(tasks % 2 === 1),
    async ({ staticStack, page }) => {
      await page.addInitScript(goBackAfterTasks, tasks);
      const release = await openWithoutScripts(page, `${staticStack.product.url}/monitors`);
      await count(page, 'Up').click();
      const chosen = page.waitForEvent('framenavigated', (frame) => frame.url().endsWith('?condition=up'));
      release();
      await chosen;
      await expectQuery(page, '');
      await expect(count(page, 'Total')).toHaveAttribute('aria-pressed', 'true');
    },
  );
}

test('early clicks on a column heading and on a menu button are replayed too', { tag: '@nightly' }, async ({
  staticStack,
  page,
}) => {
  const release = await openWithoutScripts(page, `${staticStack.product.url}/monitors`);
  const heading = page.getByRole('columnheader', { name: 'Name' });
  await heading.getByRole('button').click();
  release();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');

  await page.unroute('**/*.js');
  const again = await openWithoutScripts(page, `${staticStack.product.url}/monitors`);
  await page.getByRole('button', { name: 'Columns' }).click();
  again();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('an early click is not replayed after another click elsewhere', async ({ staticStack, page }) => {
  const release = await openWithoutScripts(page, `${staticStack.product.url}/monitors`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByText('1–25 of 248').click();
  release();
  await expect(page.locator('time[title*=" local, "]').first()).toBeAttached();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('links and the pager work before the scripts are loaded', async ({ staticStack, page }) => {
  const release = await openWithoutScripts(page, `${staticStack.product.url}/monitors`);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('26–50 of 248')).toBeVisible();
  await expectQuery(page, 'page=2');
  release();
  await expect(page.locator('time[title*=" local, "]').first()).toBeAttached();
  await expectQuery(page, 'page=2');
});

test('an early click on a button of a lazily loaded part is replayed: Clear all', {
  tag: '@nightly',
}, async ({ staticStack, page }) => {
  const release = await openHtml(page, `${staticStack.product.url}/monitors?condition=down&is_active=false`);
  await page.getByRole('button', { name: 'Clear all' }).click();
  release();
  await expectQuery(page, '');
  await expect(rowLinks(page)).toHaveCount(25);
});

test('an early click on Try again of an error page is replayed', { tag: '@nightly' }, async ({
  stack,
  page,
}) => {
  const { product, referenceApi } = await stack(
    { monitors: 25 },
    { before: ({ api, apiKey }) => api.organization().editKey(apiKey, { scopes: ['incidents:read'] }) },
  );
  const release = await openHtml(page, `${product.url}/monitors`);
  referenceApi.api.organization().editKey(referenceApi.apiKey, { scopes: ['monitors:read'] });
  const before = referenceApi.requests();
  await page.getByRole('button', { name: 'Try again' }).click();
  release();
  await expect(rowLinks(page)).toHaveCount(25);
  expect(referenceApi.requests() - before).toBe(1);
});

passwordTest('a form submitted early is submitted once', async ({ passwordStack: { product }, page }) => {
  // The form is never sent, as if the password check took until the end of the test.
  await page.addInitScript(() => {
    window.addEventListener('submit', (event) => {
      event.preventDefault();
      window.submits = (window.submits ?? 0) + 1;
    });
  });
  const submits = () => page.evaluate(() => window.submits);
  const release = await openHtml(page, `${product.url}/login`);
  await signInOn(page);
  await expect.poll(submits).toBe(1);
  release();
  await waitForHydration(page.getByRole('button', { name: 'Sign in' }));
  // Waits until after the hydrating commit and the task that follows it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(await submits()).toBe(1);
});
