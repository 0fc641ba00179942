/** @module-tag deep */
import { expect } from 'vitest';
import { monitorHistorySchema } from '../../lib/contract/changes.ts';
import { jsonAnswer, startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wirePage, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { readsOnRequest } from '../support/browser/poll-with-clock.ts';
import {
  ask,
  type Fields,
  readAll,
  readDetail,
  requestRefresh,
  waitForCompleteInventory,
} from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { newDirectory } from '../support/products/shared-data-directory.ts';

const uuidOf = (n: number) => String(wireRow(n).monitor_uuid);

/** Serves these rows, each just checked, and details with the same fields and more. */
async function startUpstream(rows: readonly Fields[], more: Fields = {}) {
  const served = (n: number, base: Fields) => ({
    ...base,
    last_check_at: new Date().toISOString(),
    ...rows[n],
  });
  return startScriptedUpstream(({ target }) => {
    const n = Number(/-(\d{12})$/.exec(target)?.[1] ?? 0);
    if (n > 0) return jsonAnswer(200, { data: { ...served(n - 1, wireDetail(n)), ...more } });
    return jsonAnswer(200, wirePage(rows.map((_, index) => served(index, wireRow(index + 1)))));
  });
}

const numbers = ['last_response_time_ms', 'interval', 'port'];
const oddNumbers = [-1, 1e15, 0.4, '60', Number.MIN_SAFE_INTEGER, 1e308];

test('row 89: impossible numbers are unknown, slow nothing down, and do not keep the history from being saved', async () => {
  const odd = numbers.flatMap((field) => oddNumbers.map((value) => ({ [field]: value })));
  const upstream = await startUpstream(odd, { timeout_ms: -1, expected_status_codes: [200, 1e15] });
  const directory = newDirectory();
  const env = {
    ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'key' }),
    ...readsOnRequest,
    SIGHTLINE_DATA_DIR: directory,
  };
  const product = await startProduct({ env });
  await waitForCompleteInventory(product);

  const rows = new Map((await readAll(product, '')).map((row) => [row.monitor_uuid, row]));
  expect(rows.size).toBe(odd.length);
  for (const [index, fields] of odd.entries()) {
    const [[name = '', value] = []] = Object.entries(fields);
    const row = rows.get(uuidOf(index + 1));
    const isRounded = name === 'last_response_time_ms' && value === 0.4;
    expect(row?.[name], `${name}: ${value}`).toBe(isRounded ? 0 : null);
    expect(row?.unknown_fields).toEqual(isRounded ? [] : [name]);
    expect(row?.condition).toBe('up');
  }
  const detail = await readDetail(`${product.url}/api/monitors/${uuidOf(1)}`);
  expect(detail).toMatchObject({ timeout_ms: null, expected_status_codes: null, target: 'db.example.com' });
  expect(detail.unknown_fields).toEqual(['last_response_time_ms', 'expected_status_codes', 'timeout_ms']);

  for (let crawl = 0; crawl < 3; crawl += 1) await requestRefresh(product);
  expect((await ask(`${product.url}/api/monitors/export?format=csv`)).text).toContain('unknown_fields\r\n');
  expect((await ask(`${product.url}/api/health`)).status).toBe(200);
  expect(await product.stop()).toBe(0);

  const next = await startProduct({ env });
  await waitForCompleteInventory(next);
  const { text } = await ask(`${next.url}/api/monitors/${uuidOf(1)}/history`);
  const { slots } = monitorHistorySchema.parse(JSON.parse(text)).data;
  expect(slots.at(-1)).toMatchObject({ state: 'up', timed: 0, mean_ms: null });
  await next.stop();
  await upstream.close();
});
