import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { selfSigned } from '../../lib/server/upstream/self-signed-certificate.fixtures.ts';
import { startStaticReferenceApi } from '../support/fixed-monitors.ts';
import { plenty } from '../support/fixtures.ts';
import { startProduct } from '../support/product.ts';
import { startRedis } from '../support/redis-server.ts';
import { replicaInfo, sharedEnv, replicasTest as test, waitForAll } from '../support/replicas.ts';

test('with rediss:// the certificate of the server is verified', { tag: '@nightly' }, async () => {
  const [redis, referenceApi] = await Promise.all([
    startRedis(undefined, selfSigned),
    startStaticReferenceApi({ monitors: 30, limits: plenty }),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'sightline-ca-'));
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, selfSigned.cert);
  const env = sharedEnv(referenceApi, redis.url);
  const wary = await startProduct({ env });
  expect((await replicaInfo(wary)).shared_state).toBe('down');
  const trusting = await startProduct({ env: { ...env, NODE_EXTRA_CA_CERTS: authority } });
  await waitForAll([trusting]);
  expect(await replicaInfo(trusting)).toMatchObject({ leads: true, shared_state: 'up' });
  expect((await replicaInfo(wary)).shared_state).toBe('down');
  await Promise.all([wary.stop(), trusting.stop()]);
  await Promise.all([redis.kill(), referenceApi.close()]);
  rmSync(folder, { recursive: true, force: true });
});
