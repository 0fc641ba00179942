/** @module-tag deep */
import { readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { changeSchema } from '../../lib/contract/changes.ts';
import { usageSchema } from '../../lib/contract/usage.ts';
import { demoOrganizations } from '../../lib/reference-api/demo.ts';
import {
  ask,
  readAll,
  readDetail,
  readList,
  requestRefresh,
  waitForCompleteInventory,
} from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import type { Product } from '../support/products/product.ts';
import { makeStable } from '../support/products/recorded-changes.ts';
import { newDirectory, startSharedDirectory } from '../support/products/shared-data-directory.ts';

const [own, neighbours] = demoOrganizations({ monitors: 120, alive: false, key: 'sk-old' });
const oldKey = { MONITOR_API_KEY: 'sk-old' };
const rotatedKey = { MONITOR_API_KEY: 'sk-rotated' };
const neighbourKey = { MONITOR_API_KEY: 'reference-api-neighbour-key' };

async function usageOf(product: Product) {
  return usageSchema.parse(JSON.parse((await ask(`${product.url}/api/usage`)).text)).data;
}

async function changesOf(product: Product) {
  const { text } = await ask(`${product.url}/api/changes/export?format=json`);
  return z.array(changeSchema).parse(JSON.parse(text));
}

/** Whether the usage page has these words. A failed test does not print the page. */
const usagePageHas = async (product: Product, words: string) =>
  (await ask(`${product.url}/usage`)).text.includes(words);

/** Returns the reason why stored data is not shown; undefined when it is shown. */
const reasonOf = async (product: Product) => (await usageOf(product)).storage.set_aside?.reason;

/**
 * Starts a product. Its organization has two keys, and there is a neighbour organization. The product has seen one
 * monitor fail, and a user has opened it.
 */
async function startWithPast() {
  if (own === undefined || neighbours === undefined) throw new Error('The demo has two organizations.');
  const organizations = [{ ...own, keys: [...(own.keys ?? []), { key: 'sk-rotated' }] }, neighbours];
  const shared = await startSharedDirectory(newDirectory(), { organizations });
  const { api, start } = shared;
  makeStable(api);
  const organization = api.api.organization();
  const monitors = organization.monitors();
  const uuid = monitors[0]?.monitor_uuid ?? '';
  const first = await start(oldKey);
  await waitForCompleteInventory(first);
  organization.editMonitor(uuid, { last_status: 'down', last_check_at: new Date().toISOString() });
  await expect
    .poll(async () => {
      await requestRefresh(first);
      return (await changesOf(first)).map(({ kind }) => kind);
    })
    .toContain('down');
  await readDetail(`${first.url}/api/monitors/${uuid}`);
  const past = { changes: await changesOf(first), rows: await readAll(first, 'sort=name') };
  await first.stop();
  const paths = ['/api/monitors', '/api/changes', '/changes', '/usage', `/api/monitors/${uuid}`];
  return {
    ...shared,
    past,
    files: () => readdirSync(shared.directory, { recursive: true, encoding: 'utf8' }).sort(),
    /** Expects that no response reveals data of the organization. */
    async expectNothingShown(product: Product) {
      const responses = await Promise.all(paths.map((path) => ask(product.url + path)));
      const text = responses.map((response) => response.text).join('\n');
      // The neighbours have some monitors of the same names.
      const shown = monitors.filter(({ monitor_uuid }) => text.includes(monitor_uuid));
      expect(shown.map(({ name }) => name)).toEqual([]);
    },
  };
}

test('row 98: with another key no page shows stored data before its organization is proven, and the usage page says so', async () => {
  const { api, start, expectNothingShown } = await startWithPast();
  api.api.inject({ kind: 'status', status: 503 });
  const unproven = await start(rotatedKey);
  await expect.poll(async () => (await ask(`${unproven.url}/api/monitors`)).status).toBe(502);
  await expectNothingShown(unproven);
  expect(await reasonOf(unproven)).toBe('unproven');
  expect(await usagePageHas(unproven, 'Data of the previous API key is set aside.')).toBe(true);
  await unproven.stop();
  await api.close();
});

test('row 99, row 100: data of another organization is set aside, for its owner only, and reported, and is shown again when its file is put back', async () => {
  const { api, directory, start, past, files, expectNothingShown } = await startWithPast();
  const second = await start(neighbourKey);
  await waitForCompleteInventory(second);
  expect((await readList(second)).meta.inventory.total).toBe(12);
  await expectNothingShown(second);
  expect(await changesOf(second)).toEqual([]);
  expect(await reasonOf(second)).toBe('other_organization');
  const name = (await usageOf(second)).storage.set_aside?.name ?? '';
  expect(files()).toContain(name);
  for (const file of files()) expect(statSync(join(directory, file)).mode & 0o777, file).toBe(0o600);
  expect(await usagePageHas(second, 'Data of another organization is set aside.')).toBe(true);
  expect(second.logs()).toContain('stored data was set aside');
  await second.stop();
  await api.close();

  renameSync(join(directory, name), join(directory, 'sightline.db'));
  // Its data is shown although the API is unreachable.
  const third = await start(oldKey);
  expect(await readAll(third, 'sort=name')).toEqual(past.rows);
  expect(await changesOf(third)).toEqual(past.changes);
  await third.stop();
});
