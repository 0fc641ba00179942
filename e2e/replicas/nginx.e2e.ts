import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../../lib/launch/free-port.ts';
import { nginxConfig } from '../../lib/launch/nginx-config.ts';
import { plenty } from '../support/fixtures.ts';
import { ask } from '../support/read.ts';
import { replicaInfo, replicasTest as test, waitForAll } from '../support/replicas.ts';
import { rowLinks } from '../support/screen.ts';
import { findSystemProgram, isMissing, nginxProgram } from '../support/system-program.ts';

/** nginx with the example configuration of docs/deploy, in front of these replicas. */
async function startNginx(replicas: readonly { url: string }[]) {
  const program = findSystemProgram(nginxProgram);
  if (program === null) throw new Error('There is no nginx.');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-nginx-'));
  const port = await freePort();
  const hosts = replicas.map(({ url }) => new URL(url).host);
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, nginxConfig(`127.0.0.1:${port}`, hosts, folder));
  const child = spawn(program, ['-p', folder, '-c', config, '-e', 'stderr'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      ask(`${url}/api/health`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test('two replicas behind the example configuration of nginx: one is killed, and nobody notices', async ({
  replicaSet,
  page,
}, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const { replicas } = await replicaSet({
    count: 2,
    api: { monitors: 60, limits: plenty },
    env: { SIGHTLINE_TRUSTED_PROXY_HOPS: '1' },
  });
  await waitForAll(replicas);
  const nginx = await startNginx(replicas);
  const answering = new Set<string>();
  await expect
    .poll(async () => {
      answering.add((await replicaInfo(nginx)).this);
      return answering.size;
    })
    .toBe(2);
  await page.goto(`${nginx.url}/monitors`);
  await expect(rowLinks(page)).toHaveCount(25);
  await replicas[0]?.kill();
  const statuses = await Promise.all(
    Array.from(
      { length: 50 },
      async (_, n) => (await ask(`${nginx.url}/api/monitors?page=${1 + (n % 3)}`)).status,
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await page.reload();
  await expect(rowLinks(page)).toHaveCount(25);
  await nginx.stop();
});
