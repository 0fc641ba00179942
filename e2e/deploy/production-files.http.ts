/** @module-tag deep */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../lib/demo/free-port.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { ask, readList, waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { servingPattern, upstreamEnv } from '../support/products/product.ts';
import { launchServer, projectRoot } from '../support/products/server-process.ts';
import { skipUnless } from '../support/runner/skip-unless.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';
import { environmentOf, lastOf, stageNamed } from './dockerfile.ts';
import { copyProductionFiles } from './production-files.ts';

const { scripts } = packageFile;
const stage = stageNamed('production');
const words = (text: string) => z.array(z.string()).parse(JSON.parse(text.replace(/^CMD /, '')));

/** Every file below a folder, with its size and time of change. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

test('the files of the production stage serve and have all commands, as its user, who writes to the volume only', async ({
  skip,
}) => {
  skipUnless(process.getuid?.() === 0, 'needs root, to start a process as another user', skip);
  const cwd = copyProductionFiles();
  const data = mkdtempSync(join(tmpdir(), 'sightline-volume-'));
  const [uid = 0, gid = 0] = lastOf(stage, 'USER').split(':').map(Number);
  chownSync(data, uid, gid);
  const before = filesOf(cwd);
  const referenceApi = await startStaticReferenceApi({ monitors: 120 });
  for (const configuration of [
    { SIGHTLINE_DEMO: '1' },
    { ...upstreamEnv(referenceApi), SIGHTLINE_ALLOW_OPEN_ACCESS: '1' },
  ]) {
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: 'production',
      ...environmentOf(stage),
      PATH: [join(projectRoot, 'node_modules/node/bin'), '/usr/bin', '/bin'].join(delimiter),
      // It needs no temporary files.
      TMPDIR: join(cwd, 'nowhere'),
      SIGHTLINE_DATA_DIR: data,
      PORT: String(await freePort()),
      ...configuration,
    };
    const options = { cwd, env, uid, gid };
    const run = ([program = '', ...args]: readonly string[]) =>
      spawnSync(program, args, { ...options, encoding: 'utf8', input: 'a long password' });
    const [program = '', ...args] = words(lastOf(stage, 'CMD'));
    const product = launchServer(args, { ...options, program, pattern: servingPattern });
    const url = await product.url;
    await waitForCompleteInventory({ url });
    expect((await readList({ url })).data).toHaveLength(25);
    expect((await ask(`${url}/monitors`)).status).toBe(200);
    const check = words(lastOf(stage, 'HEALTHCHECK'));
    expect(run(check)).toMatchObject({ status: 0, stdout: '200 {"status":"ok"}\n' });
    expect(await product.stop()).toBe(0);
    expect(product.errors()).toBe('');
    expect(run(check).status).toBe(1);
    const command = (text: string) => run(['sh', '-c', text]).stdout;
    expect(command(scripts['hash-password'])).toMatch(/^scrypt:[\w:-]+\n$/);
    expect(command(`${scripts['create-token']} grafana`)).toMatch(/^sightline_[\w-]+\ngrafana sha256:/);
  }
  await referenceApi.close();
  expect(readdirSync(data)).toContain('sightline.db');
  expect(filesOf(cwd)).toEqual(before);
  for (const folder of [cwd, data]) rmSync(folder, { recursive: true });
});
