/** @module-tag deep */
import { expect } from 'vitest';
import { freePort } from '../../lib/demo/free-port.ts';
import { startNginx, waitForProxy } from '../deploy/nginx.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { plenty } from '../support/products/stack.ts';
import { waitForAll } from '../support/replicas/replicas.ts';
import { isMissing, nginxProgram } from '../support/runner/system-program.ts';
import { signedIn, waitForCompleteInventoryAs, withPassword } from '../support/sign-in/password.ts';

/** Starts nginx with the example configuration of docs/deploy, in front of these replicas. @param change see `startNginx` */
async function startInFrontOf(
  behind: readonly { url: string }[],
  change?: (configuration: string) => string,
) {
  const nginx = startNginx('nginx.conf', { http: await freePort(), https: 0, behind }, change);
  await waitForProxy(nginx.url);
  return nginx;
}

/** Two replicas that trust the proxy in front of them. */
const behindProxy = {
  count: 2,
  api: { monitors: 60, limits: plenty },
  env: { SIGHTLINE_TRUSTED_PROXY_HOPS: '1' },
};

/** Returns the statuses of two concurrent requests, in ascending order. */
async function statusesOfTwo(url: string, init?: RequestInit): Promise<number[]> {
  const answers = await Promise.all([ask(url, init), ask(url, init)]);
  return answers.map(({ status }) => status).sort();
}

test('behind the example configuration of nginx one of two replicas answers while the other hangs', {
  tags: 'nightly',
}, async ({ replicaSet, skip }) => {
  skip(isMissing(nginxProgram), 'needs nginx');
  const { replicas } = await replicaSet(behindProxy);
  await waitForAll(replicas);
  // Without `max_fails`, requests go to both replicas in turn, whatever has happened before.
  const change = (configuration: string) =>
    configuration
      .replace('proxy_read_timeout 20s', 'proxy_read_timeout 5s')
      .replaceAll('max_fails=1 fail_timeout=5s', 'max_fails=0');
  const [forGet, forPost] = [await startInFrontOf(replicas, change), await startInFrontOf(replicas, change)];
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
});

test('behind the example configuration of nginx no request fails and nobody is signed out during a rolling restart of three replicas', async ({
  replicaSet,
  skip,
}) => {
  skip(isMissing(nginxProgram), 'needs nginx');
  const set = await replicaSet({ ...behindProxy, count: 3, env: { ...behindProxy.env, ...withPassword } });
  const cookie = await signedIn(set.replicas[0] ?? { url: '' });
  for (const replica of set.replicas) await waitForCompleteInventoryAs(replica, { Cookie: cookie });
  const nginx = await startInFrontOf(set.replicas);
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
    await waitForCompleteInventoryAs(next, { Cookie: cookie });
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
