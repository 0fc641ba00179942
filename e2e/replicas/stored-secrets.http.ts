import { unsealData } from 'iron-session';
import { expect } from 'vitest';
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import { startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { everyRequest } from '../support/hostile/every-request.ts';
import { createScanner } from '../support/hostile/secret-scanner.ts';
import { secretSettings, secrets } from '../support/hostile/secrets.ts';
import { requestWithRscRedirect } from '../support/http/raw-request.ts';
import { test } from '../support/products/http-test.ts';
import { startProduct } from '../support/products/product.ts';
import { decompressed, readTables } from '../support/replicas/database-contents.ts';
import { isMissing, postgresProgram } from '../support/runner/system-program.ts';
import { sendLogin, sessionOf, waitForCompleteInventoryAs } from '../support/sign-in/password.ts';
import { echoes, healthy } from '../support/upstream/echoing-upstream.ts';

const password = secrets['the password'];
const uuidOf = (n: number) => String(wireRow(n).monitor_uuid);

/** The id of the session in a cookie. */
async function sessionIdOf(cookie: string): Promise<string> {
  const sealed = decodeURIComponent(cookie.split('=')[1] ?? '');
  const [, secretName = ''] = sealed.split('*');
  const { id } = await unsealData<{ id?: string }>(sealed, {
    password: { [secretName]: secrets['the session secret'] },
  });
  if (id === undefined) throw new Error('the cookie has a session');
  return id;
}

test('row 46: no row in the database contains a secret', { tags: 'nightly' }, async ({ skip }) => {
  skip(isMissing(postgresProgram), 'needs PostgreSQL');
  const [database, upstream] = await Promise.all([startPostgres(), startScriptedUpstream(healthy)]);
  const env = {
    ...secretSettings,
    MONITOR_API_BASE_URL: upstream.baseUrl.href,
    SIGHTLINE_AUTH: 'password',
    SIGHTLINE_DATABASE_URL: database.url(),
  };
  const replicas = await Promise.all([startProduct({ env }), startProduct({ env })]);
  const cookies: string[] = [];
  for (const replica of replicas) {
    await sendLogin(replica, { password: `${password}x` });
    const cookie = sessionOf(await sendLogin(replica, { password }));
    await waitForCompleteInventoryAs(replica, { Cookie: cookie });
    for (const request of everyRequest(uuidOf(1), cookie)) await requestWithRscRedirect(replica.url, request);
    cookies.push(cookie);
  }
  // A right password removes the count of wrong ones.
  await sendLogin(replicas[1], { password: `${password}x` });
  const [[one], [cookie = '']] = [replicas, cookies];
  for (const steps of Object.values(echoes(secrets['the API key'])).slice(0, 3)) {
    upstream.play(steps);
    await requestWithRscRedirect(one.url, { path: `/api/monitors/${uuidOf(2)}`, headers: { cookie } });
  }
  // Reads the tables while the replicas run, and again after the leader has saved its counters.
  const running = await readTables(database.url());
  await Promise.all(replicas.map((replica) => replica.stop()));
  const tables = [...running, ...(await readTables(database.url()))];
  const scanner = createScanner({
    ...secrets,
    'the hash of the password': secretSettings.SIGHTLINE_PASSWORD_HASH.split(':').at(-1) ?? '',
    ...Object.fromEntries(
      await Promise.all(cookies.map(async (sealed, n) => [`session ${n}`, await sessionIdOf(sealed)])),
    ),
  });
  const valuesOf = (rows: readonly Buffer[][]) => rows.flat().flatMap(decompressed);
  for (const [name, rows] of tables) {
    for (const value of valuesOf(rows)) scanner.scan(`a row of ${name}`, value);
  }
  const written = new Set(tables.flatMap(([name, rows]) => (rows.length > 0 ? [name] : [])));
  const kinds = [
    'about',
    'check_slot',
    'detail',
    'lease',
    'monitor_seen',
    'rate_limit',
    'replica',
    'session',
  ];
  for (const name of [...kinds, 'snapshot', 'state']) expect([...written]).toContain(name);
  const all = tables.flatMap(([, rows]) => valuesOf(rows)).map(String);
  expect(all.join('\n'), 'compressed values were searched').toContain('Monitor 5');
  expect(scanner.hits()).toEqual([]);
  await Promise.all([database.remove(), upstream.close()]);
});
