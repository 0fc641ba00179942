import { mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storedSecret } from './auth/create-access.ts';
import { takePoint } from './auth/rate-limiter.ts';
import { openDatabase } from './open-database.ts';
import { newPostgresDatabase, onPostgres } from './storage/engines.fixtures.ts';

const upstream = { baseUrl: new URL('https://api.example.com/v1'), apiKey: 'key' };
const log = { info: () => {}, warn: () => {} };
let names = 0;

async function open(
  config: { dataDirectory: string | null; databaseUrl: string | null },
  { baseUrl, apiKey } = upstream,
) {
  names += 1;
  const name = `n${names}`;
  const data = await openDatabase({
    config,
    upstream: { baseUrl, apiKey },
    name,
    randomId: () => `secret ${name}`,
    log,
  });
  await data.replicas.start(async () => {});
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await data.replicas.stop();
    await data.storage.close();
  };
  onTestFinished(close);
  return { ...data, close, secret: () => storedSecret(data.storage, () => `secret ${name}`) };
}

test('with a data directory the process leads, and its secret survives a restart', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sightline-data-'));
  const first = await open({ dataDirectory, databaseUrl: null });
  expect(first.storage.engine).toBe('sqlite');
  expect(first.replicas.lease.term()).not.toBeNull();
  const secret = await first.secret();
  await first.close();
  const next = await open({ dataDirectory, databaseUrl: null });
  expect(await next.secret()).toBe(secret);
});

test('row 37: a file that cannot be used is logged with the cause', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sightline-data-'));
  const warn = vi.spyOn(log, 'warn');
  // A socket, a device or a folder in the place of the file.
  mkdirSync(join(dataDirectory, 'sightline.db'));
  const { storage } = await open({ dataDirectory, databaseUrl: null });
  expect(storage.problem()).not.toBeNull();
  expect(warn.mock.calls).toMatchObject([
    [{ problem: storage.problem()?.problem, err: expect.any(Error) }, expect.any(String)],
  ]);
});

test('row 99: a file with data of another base URL is set aside at the start, and is used again after it is renamed back', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sightline-data-'));
  const config = { dataDirectory, databaseUrl: null };
  const first = await open(config);
  const sample = { at: 1, daily_remaining: 1, monthly_remaining: null };
  await first.storage.write((db) => db.insertInto('usage_sample').values(sample).execute());
  await first.close();
  const samplesOf = ({ storage }: typeof first) =>
    storage.read((db) => db.selectFrom('usage_sample').selectAll().execute());

  const other = await open(config, { ...upstream, baseUrl: new URL('https://api.example.org/v1') });
  expect(other.ownership.isProven()).toBe(true);
  expect(await samplesOf(other)).toEqual([]);
  const { name, reason } = other.storage.setAside() ?? {};
  expect(reason).toBe('other_base_url');
  await other.close();

  renameSync(join(dataDirectory, name ?? ''), join(dataDirectory, 'sightline.db'));
  const again = await open(config);
  expect(again.storage.setAside()).toBeNull();
  expect(await samplesOf(again)).toEqual([sample]);
});

onPostgres(() => {
  test('replicas count wrong passwords together', async () => {
    const databaseUrl = await newPostgresDatabase();
    const [one, other] = [
      await open({ dataDirectory: null, databaseUrl }),
      await open({ dataDirectory: null, databaseUrl }),
    ];
    const limiters = [one, other].map(({ createLimiter }) =>
      createLimiter({ keyPrefix: 'login', points: 2, duration: 60 }),
    );
    const waits: number[] = [];
    for (const limiter of [...limiters, ...limiters]) waits.push(await takePoint(limiter, 'network'));
    expect(waits.slice(0, 2)).toEqual([0, 0]);
    expect(Math.min(...waits.slice(2))).toBeGreaterThan(0);
    expect([one, other].filter(({ replicas }) => replicas.lease.term() !== null)).toHaveLength(1);
  });
});
