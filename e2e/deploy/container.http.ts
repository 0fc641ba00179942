/** @module-tag deep */
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../lib/demo/free-port.ts';
import { ask, readList, waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { upstreamEnv } from '../support/products/product.ts';
import { skipUnless } from '../support/runner/skip-unless.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';
import { buildImage } from './build-image.ts';
import { canRunContainers, runInContainer, startInContainer } from './container.ts';
import { lastOf, stageNamed } from './dockerfile.ts';
import { productionPackages } from './runtime-files.ts';

const stage = stageNamed('production');
const words = (text: string) => z.array(z.string()).parse(JSON.parse(text.replace(/^CMD /, '')));

/** Every file below a folder, with its size and time of change. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

/** The names of the packages in a folder node_modules. */
function packagesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return names
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((one) => `${name}/${one}`) : [name],
    )
    .sort();
}

const needs = 'needs root, to mount folders and to start a process as another user';

/** @param complete whether all stages are built, instead of taking the build and the packages of this project */
async function expectToRunWithoutPrivileges(complete: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-image-'));
  const image = buildImage('production', { folder, complete });
  const data = join(folder, 'volume');
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, 1000, 1000);
  const user = lastOf(stage, 'USER');
  const volumes = { [lastOf(stage, 'VOLUME')]: data };
  // The first command creates the folders that are mounted.
  runInContainer(image, { user, readOnly: true, volumes }, ['true']);
  const before = filesOf(image.root);
  // By day the packages are mounted, so only the nightly test compares them.
  if (complete) expect(packagesIn(join(image.root, 'app/node_modules'))).toEqual(productionPackages());

  const referenceApi = await startStaticReferenceApi({ monitors: 120 });
  for (const configuration of [
    { SIGHTLINE_DEMO: '1' },
    { ...upstreamEnv(referenceApi), SIGHTLINE_ALLOW_OPEN_ACCESS: '1' },
  ]) {
    const env = { ...configuration, PORT: String(await freePort()) };
    const options = { user, readOnly: true, volumes, env };
    const product = startInContainer(image, options, words(lastOf(stage, 'CMD')));
    const url = await product.url;
    await waitForCompleteInventory({ url });
    expect((await ask(`${url}/api/health`)).status).toBe(200);
    expect((await readList({ url })).data).toHaveLength(25);
    expect((await ask(`${url}/monitors`)).status).toBe(200);
    const check = words(lastOf(stage, 'HEALTHCHECK'));
    expect(runInContainer(image, options, check)).toEqual({ status: 0, output: '200 {"status":"ok"}\n' });
    expect(await product.stop()).toBe(0);
    expect(product.errors()).toBe('');
    expect(product.logs()).not.toMatch(/EROFS|EACCES|read-only/i);
    expect(runInContainer(image, options, check).status).toBe(1);
  }
  await referenceApi.close();
  const command = (words: string) =>
    runInContainer(
      image,
      { user, readOnly: true, volumes, input: 'a long password' },
      `npm run --silent ${words}`.split(' '),
    ).output;
  expect(command('hash-password')).toMatch(/^scrypt:[\w:-]+\n$/);
  expect(command('create-token grafana')).toMatch(/^sightline_[\w-]+\ngrafana sha256:[\da-f]{64}$/m);

  expect(readdirSync(data)).toContain('sightline.db');
  expect(filesOf(image.root)).toEqual(before);
  rmSync(folder, { recursive: true, force: true });
}

test('the production stage, with the build of the tests, runs without privileges and writes to its volume only', async ({
  skip,
}) => {
  skipUnless(canRunContainers(), needs, skip);
  await expectToRunWithoutPrivileges(false);
});

test('the production stage, built from nothing, runs without privileges and writes to its volume only', {
  tags: 'nightly',
}, async ({ skip }) => {
  skipUnless(canRunContainers(), needs, skip);
  await expectToRunWithoutPrivileges(true);
});
