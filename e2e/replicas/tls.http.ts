import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import { selfSigned } from '../../lib/server/upstream/self-signed-certificate.fixtures.ts';
import { test } from '../support/products/http-test.ts';
import { startProduct } from '../support/products/product.ts';
import { plenty } from '../support/products/stack.ts';
import { query } from '../support/replicas/database-contents.ts';
import { metaOf, replicaInfo, sharedEnv, waitForAll } from '../support/replicas/replicas.ts';
import { isMissing, postgresProgram } from '../support/runner/system-program.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';

/**
 * Enables TLS on a server. The server writes the files itself, because PostgreSQL reads a key only if it owns the
 * file and nobody else can read it.
 */
async function enableTls(url: string, folder: string): Promise<void> {
  const files = { ssl_cert_file: selfSigned.cert, ssl_key_file: selfSigned.key };
  for (const [setting, text] of Object.entries(files)) {
    const path = join(folder, `${setting}.pem`);
    const lines = `SELECT unnest(string_to_array(${pg.escapeLiteral(text.trim())}, E'\\n'))`;
    await query(url, `COPY (${lines}) TO ${pg.escapeLiteral(path)}`);
    chmodSync(path, 0o600);
    await query(url, `ALTER SYSTEM SET ${setting} = ${pg.escapeLiteral(path)}`);
  }
  await query(url, 'ALTER SYSTEM SET ssl = on');
  await query(url, 'SELECT pg_reload_conf()');
}

test('with sslmode=verify-full the certificate of the database server is verified', {
  tags: 'nightly',
}, async ({ skip }) => {
  skip(isMissing(postgresProgram), 'needs PostgreSQL');
  const [database, referenceApi] = await Promise.all([
    startPostgres(),
    startStaticReferenceApi({ monitors: 30, limits: plenty }),
  ]);
  await enableTls(database.url(), database.folder);
  const folder = mkdtempSync(join(tmpdir(), 'sightline-ca-'));
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, selfSigned.cert);
  const env = sharedEnv(referenceApi, `${database.url()}?sslmode=verify-full`);
  const wary = await startProduct({ env });
  expect((await metaOf(wary)).code).toBe('storage_unreachable');
  const trusting = await startProduct({ env: { ...env, NODE_EXTRA_CA_CERTS: authority } });
  await waitForAll([trusting]);
  expect(await replicaInfo(trusting)).toMatchObject({ leads: true });
  const ssl =
    "SELECT bool_and(ssl) AS all FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'sightline'";
  expect(await query(database.url(), ssl)).toEqual([{ all: true }]);
  expect((await metaOf(wary)).code).toBe('storage_unreachable');
  await Promise.all([wary.stop(), trusting.stop()]);
  await Promise.all([database.remove(), referenceApi.close()]);
  rmSync(folder, { recursive: true, force: true });
});
