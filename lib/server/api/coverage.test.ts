import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { coverageSchema } from '../../contract/coverage.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import type { ShownInventory } from '../inventory/inventory.ts';
import { buildIndex } from '../inventory/query/inventory-index.ts';
import { snapshotOf } from '../inventory/query/naive-inventory.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { createCoverage } from './coverage.ts';

const clock = createFakeClock();
const shop = aMonitor(1, {
  type: 'https',
  target: 'https://shop.example.com/',
  port: null,
  name: '=Shop, EU',
});
const other = aMonitor(2);
const shown: ShownInventory = {
  state: 'complete',
  index: buildIndex(snapshotOf([shop, other])),
  missing: null,
  version: '1',
  read: 2,
  total: 2,
  asOf: clock.now(),
  refreshAt: 0,
  problem: null,
  lastCrawl: null,
  reading: null,
};

const coverageOf = (changes: Partial<ShownInventory> = {}) =>
  createCoverage({ inventory: { shown: () => ({ ...shown, ...changes }) }, clock });
const json = { format: 'json', spreadsheet: false, separator: ',' } as const;
const post = (body: BodyInit, init: RequestInit = {}) =>
  new Request('http://localhost/api/coverage', { method: 'POST', body, ...init });

/** A body that arrives when the test wants it. */
function slowBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const init: RequestInit & { duplex: 'half' } = { duplex: 'half' };
  return { request: post(readable, init), writer: writable.getWriter() };
}

test('the answer as JSON satisfies its schema, and as CSV runs no formula', async () => {
  const coverage = coverageOf();
  const list = 'https://shop.example.com\nblog.example.com\n';
  const body = JSON.parse(await text((await coverage.checkCoverage(post(list), json)).open()));
  expect(coverageSchema.parse(body)).toEqual(body);
  expect(body.meta).toMatchObject({ addresses: 2, monitors_not_listed: 1, inventory: { state: 'complete' } });
  const file = await coverage.checkCoverage(post(list), { ...json, format: 'csv' });
  expect(file.fileName).toBe('coverage-2026-11-20T120000Z.csv');
  expect(await text(file.open())).toBe(
    [
      'address,line,name,answer,answer_label,why,as,near,monitor_count,monitor_names,monitor_uuids',
      `https://shop.example.com,1,,monitored,Monitored,,,,1,"'=Shop, EU",${shop.monitor_uuid}`,
      'blog.example.com,2,,not_monitored,Not monitored,,,,0,,',
      '',
    ].join('\r\n'),
  );
  // A spreadsheet has what was not compared, and the monitors that are not on the list.
  const sheet = await coverage.checkCoverage(post(`${list}localhost\n`), {
    ...json,
    format: 'csv',
    spreadsheet: true,
  });
  const [, , ...rows] = (await text(sheet.open())).split('\r\n');
  expect(rows).toEqual([
    'blog.example.com,2,,Not monitored,,,0,,',
    'localhost,3,,Not compared: local names,,,,,',
    `${other.target}:${other.port},,,Not on the list,,,,${other.name},${other.monitor_uuid}`,
    '',
  ]);
});

test('the addresses with one answer, without the rest of a spreadsheet', async () => {
  const list = 'https://shop.example.com\nblog.example.com\nlocalhost\n';
  const missing = { ...json, query: { answer: 'not_monitored' } } as const;
  const answered = await coverageOf().checkCoverage(post(list), missing);
  const body = JSON.parse(await text(answered.open()));
  expect(body.data).toMatchObject([{ address: 'blog.example.com' }]);
  expect(body.meta.counts).toMatchObject({ monitored: 1, not_monitored: 1 });
  const sheet = { ...missing, format: 'csv', spreadsheet: true } as const;
  const file = await coverageOf().checkCoverage(post(list), sheet);
  const [, ...rows] = (await text(file.open())).trim().split('\r\n');
  expect(rows).toEqual(['blog.example.com,2,,Not monitored,,,0,,']);
  const unlisted = { ...sheet, query: { answer: 'not_listed' } } as const;
  const left = await coverageOf().checkCoverage(post(list), unlisted);
  const [, ...monitors] = (await text(left.open())).trim().split('\r\n');
  expect(monitors).toEqual([expect.stringContaining(`${other.name},${other.type},${other.target},`)]);
});

test('a list that lacks monitors says so in the file and in its name', async () => {
  const missing = { count: 3, reason: 'page_failed', kept: 0 } as const;
  const file = await coverageOf({ state: 'incomplete', missing }).checkCoverage(post('a.example.com'), json);
  expect(file).toMatchObject({ missing: 3, fileName: expect.stringContaining('-incomplete.json') });
  expect(JSON.parse(await text(file.open())).meta.inventory).toEqual({ state: 'incomplete' });
});

test('nothing is answered before all monitors have been read', async () => {
  await expect(coverageOf({ index: null }).checkCoverage(post('a.example.com'), json)).rejects.toThrow(
    'inventory_incomplete',
  );
  await expect(coverageOf({ state: 'reading' }).checkCoverage(post('a.example.com'), json)).rejects.toThrow(
    'inventory_incomplete',
  );
});

test('row 44: a body without a Content-Length is read up to 10 MiB', async () => {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const { request, writer } = slowBody();
  const answer = coverageOf().checkCoverage(request, json);
  const refused = expect(answer).rejects.toMatchObject({ failure: { code: 'too_large', what: 'body' } });
  for (let n = 0; n < 11; n += 1) await writer.write(chunk);
  await writer.close();
  await refused;
});

test('a list without any address is refused: no answer looks as if all were monitored', async () => {
  for (const body of ['', ' \n', '<html><body>502</body></html>'])
    await expect(coverageOf().checkCoverage(post(body), json)).rejects.toThrow('no_addresses');
});

test('clients that send or read slowly hold no place of others', async () => {
  const coverage = coverageOf();
  const slow = Array.from({ length: 5 }, slowBody);
  const answers = slow.map(({ request }) => coverage.checkCoverage(request, json));
  // None of these is read.
  for (let n = 0; n < 5; n += 1) await coverage.checkCoverage(post('a.example.com'), json);
  await expect(coverage.checkCoverage(post('a.example.com'), json)).resolves.toBeDefined();
  for (const { writer } of slow) {
    await writer.write(Buffer.from('a.example.com'));
    await writer.close();
  }
  await expect(Promise.all(answers)).resolves.toHaveLength(5);
});

test('three lists at a time are compared, and a fourth is refused until one is done', async () => {
  let now = 0;
  const stepping = { ...clock, monotonic: () => (now += 10) };
  const coverage = createCoverage({ inventory: { shown: () => shown }, clock: stepping });
  const list = 'a.example.com\n'.repeat(100);
  const { signal } = new AbortController();
  const answers = [1, 2, 3].map(() => coverage.compareAddresses(list, signal));
  await expect(coverage.compareAddresses(list, signal)).rejects.toMatchObject({
    failure: { code: 'busy', retryAt: clock.now() + 3000 },
  });
  await Promise.all(answers);
  await expect(coverage.compareAddresses(list, signal)).resolves.toBeDefined();
});

test('a request that ends before its body is no bug, and releases its capacity', async () => {
  const coverage = coverageOf();
  for (let n = 0; n < 5; n += 1) {
    const abort = new AbortController();
    const init: RequestInit & { duplex: 'half' } = { duplex: 'half', signal: abort.signal };
    const { readable } = new TransformStream<Uint8Array, Uint8Array>();
    const answer = coverage.checkCoverage(post(readable, init), json);
    abort.abort();
    await expect(answer).rejects.toMatchObject({ failure: { code: 'invalid_parameter', parameter: 'body' } });
  }
});
