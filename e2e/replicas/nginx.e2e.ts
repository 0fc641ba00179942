import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../../lib/demo/free-port.ts';
import { nginxConfig } from '../deploy/nginx.ts';
import { rowLinks } from '../support/browser/screen.ts';
import { ask } from '../support/http/read.ts';
import { plenty } from '../support/products/fixtures.ts';
import { replicaInfo, replicasTest as test, waitForAll } from '../support/replicas/replicas.ts';
import { findSystemProgram, isMissing, nginxProgram } from '../support/runner/system-program.ts';
import { signedIn, waitForCompleteInventoryAs, withPassword } from '../support/sign-in/password.ts';

/**
 * Starts nginx with the example configuration of docs/deploy, in front of these replicas.
 *
 * @param change shortens the times of the configuration
 */
async function startNginx(
  replicas: readonly { url: string }[],
  change = (configuration: string) => configuration,
) {
  const program = findSystemProgram(nginxProgram);
  if (program === null) throw new Error('There is no nginx.');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-nginx-'));
  const port = await freePort();
  const hosts = replicas.map(({ url }) => new URL(url).host);
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, change(nginxConfig(`127.0.0.1:${port}`, hosts, folder)));
  const child = spawn(program, ['-p', folder, '-c', config, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Also stops nginx when a test ends before it does so itself.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
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
    errors: () => errors,
    async stop() {
      process.off('exit', kill);
      kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Two replicas that trust the proxy in front of them. */
const behindProxy = {
  count: 2,
  api: { monitors: 60, limits: plenty },
  env: { SIGHTLINE_TRUSTED_PROXY_HOPS: '1' },
};

test(
  'behind the example configuration of nginx nobody notices that one of two replicas is killed',
  { tag: '@nightly' },
  async ({ replicaSet, page }, testInfo) => {
    testInfo.skip(isMissing(nginxProgram), 'needs nginx');
    const { replicas } = await replicaSet(behindProxy);
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
  },
);

/** Returns the statuses of two concurrent requests, in ascending order. */
async function statusesOfTwo(url: string, init?: RequestInit): Promise<number[]> {
  const answers = await Promise.all([ask(url, init), ask(url, init)]);
  return answers.map(({ status }) => status).sort();
}

test(
  'behind the example configuration of nginx one of two replicas answers while the other hangs',
  { tag: '@nightly' },
  async ({ replicaSet }, testInfo) => {
    testInfo.skip(isMissing(nginxProgram), 'needs nginx');
    const { replicas } = await replicaSet(behindProxy);
    await waitForAll(replicas);
    // Without `max_fails`, requests go to both replicas in turn, whatever has happened before.
    const change = (configuration: string) =>
      configuration
        .replace('proxy_read_timeout 20s', 'proxy_read_timeout 5s')
        .replaceAll('max_fails=1 fail_timeout=5s', 'max_fails=0');
    const [forGet, forPost] = [await startNginx(replicas, change), await startNginx(replicas, change)];
    // Its kernel still accepts connections.
    replicas[0]?.signal('SIGSTOP');
    try {
      const [got, posted] = await Promise.all([
        statusesOfTwo(`${forGet.url}/api/monitors`),
        statusesOfTwo(`${forPost.url}/api/monitors`, { method: 'POST' }),
      ]);
      expect(got).toEqual([200, 200]);
      await expect.poll(forGet.errors).toContain('upstream timed out');
      expect(posted, 'what may have taken effect is not repeated').toEqual([405, 504]);
    } finally {
      await replicas[0]?.kill();
    }
    await Promise.all([forGet.stop(), forPost.stop()]);
  },
);

test('behind the example configuration of nginx no request fails and nobody is signed out during a rolling restart of three replicas', async ({
  replicaSet,
}, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const set = await replicaSet({ ...behindProxy, count: 3, env: { ...behindProxy.env, ...withPassword } });
  const cookie = await signedIn(set.replicas[0] ?? { url: '' });
  for (const replica of set.replicas) await waitForCompleteInventoryAs(replica, cookie);
  const nginx = await startNginx(set.replicas);
  const statuses: number[] = [];
  let hasEnded = false;
  async function view(viewer: number): Promise<void> {
    const paths = ['/api/monitors', '/api/usage', '/api/changes', '/monitors'];
    for (let step = viewer; !hasEnded; step += 1) {
      const url = `${nginx.url}${paths[step % paths.length]}`;
      statuses.push((await ask(url, { headers: { Cookie: cookie }, redirect: 'manual' })).status);
    }
  }
  const viewing = Promise.all(Array.from({ length: 4 }, (_, viewer) => view(viewer)));
  for (const replica of [...set.replicas]) {
    expect(await replica.stop()).toBe(0);
    const next = await set.add({ PORT: new URL(replica.url).port });
    await waitForCompleteInventoryAs(next, cookie);
    // nginx leaves out a replica for five seconds after it refused a connection.
    await expect
      .poll(async () => {
        const { text } = await ask(`${nginx.url}/api/usage`, { headers: { Cookie: cookie } });
        return JSON.parse(text).data.replicas.this === (await nameOf(next, cookie));
      })
      .toBe(true);
  }
  hasEnded = true;
  await viewing;
  expect(statuses.length).toBeGreaterThan(100);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await nginx.stop();
});

/** Returns the name of the replica that answers. */
async function nameOf({ url }: { url: string }, cookie: string): Promise<string> {
  const { text } = await ask(`${url}/api/usage`, { headers: { Cookie: cookie } });
  return JSON.parse(text).data.replicas.this;
}
