import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../../lib/launch/free-port.ts';
import { selfSigned } from '../../lib/server/upstream/self-signed-certificate.fixtures.ts';
import { plenty } from '../support/fixtures.ts';
import { placeOf, signInOn, withPassword } from '../support/password.ts';
import { replicasTest } from '../support/replicas.ts';
import { rowLinks } from '../support/screen.ts';
import { projectRoot } from '../support/server-process.ts';
import { findSystemProgram, isMissing, nginxProgram } from '../support/system-program.ts';

const test = replicasTest.extend({
  // The certificate is self-signed.
  ignoreHTTPSErrors: true,
});

/** The configuration for Compose, with the addresses and files of this test. `resolve` needs Docker's name server. */
function configuration(options: {
  http: number;
  https: number;
  replicas: readonly string[];
  folder: string;
}) {
  const { http, https, replicas, folder } = options;
  return readFileSync(join(projectRoot, 'docs/deploy/nginx-tls.conf'), 'utf8')
    .replace(/replica-(\d):3000 resolve/g, (_, number: string) => replicas[Number(number) - 1] ?? '')
    .replaceAll('/tmp/', `${folder}/`)
    .replaceAll('/run/secrets/', `${folder}/`)
    .replace('listen 8080', `listen 127.0.0.1:${http}`)
    .replace('listen 8443', `listen 127.0.0.1:${https}`)
    .replace('events {}', 'daemon off;\nevents {}');
}

async function startProxy(ports: { http: number; https: number }, replicas: readonly { url: string }[]) {
  const program = findSystemProgram(nginxProgram);
  if (program === null) throw new Error('There is no nginx.');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-proxy-'));
  const hosts = replicas.map(({ url }) => new URL(url).host);
  writeFileSync(join(folder, 'nginx.conf'), configuration({ ...ports, replicas: hosts, folder }));
  writeFileSync(join(folder, 'tls-certificate'), selfSigned.cert);
  writeFileSync(join(folder, 'tls-key'), selfSigned.key);
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return {
    errors: () => errors,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test('the proxy of compose.yaml ends TLS: a user signs in, and stays signed in when a replica ends', async ({
  replicaSet,
  page,
}, testInfo) => {
  testInfo.skip(isMissing(nginxProgram), 'needs nginx');
  const ports = { http: await freePort(), https: await freePort() };
  const url = `https://localhost:${ports.https}`;
  const { replicas } = await replicaSet({
    count: 2,
    api: { monitors: 60, limits: plenty },
    env: { ...withPassword, SIGHTLINE_PUBLIC_URL: url, SIGHTLINE_TRUSTED_PROXY_HOPS: '1' },
  });
  const proxy = await startProxy(ports, replicas);
  await expect
    .poll(() =>
      page.request.get(`${url}/api/health?ready=1`).then(
        (response) => response.status(),
        () => 0,
      ),
    )
    .toBe(200);
  const plain = await page.request.get(`http://localhost:${ports.http}/usage`, { maxRedirects: 0 });
  expect(plain.status()).toBe(308);
  expect(plain.headers().location).toBe('https://localhost/usage');

  await page.goto(`${url}/monitors`);
  expect(placeOf(page)).toContain('/login');
  await signInOn(page);
  await expect(rowLinks(page)).toHaveCount(25);
  const [session] = await page.context().cookies();
  expect(session).toMatchObject({ name: expect.stringMatching(/^__Host-/), secure: true, httpOnly: true });
  await replicas[0]?.kill();
  await page.reload();
  await expect(rowLinks(page)).toHaveCount(25);
  await proxy.stop();
  expect(proxy.errors()).not.toMatch(/\[(emerg|alert|crit)\]/);
});
