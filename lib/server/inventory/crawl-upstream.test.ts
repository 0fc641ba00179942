import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import type { Gateway } from '../gateway.ts';
import { createQuotaLedger } from '../quota/quota-ledger.ts';
import { monitors, pageOf, readingOf } from './crawl.fixtures.ts';
import { createCrawl } from './crawl-upstream.ts';

const list = monitors(250);

/** A crawl over an upstream of 250 monitors, and what each page was charged to. */
function setUp(isMalformed: (index: number) => boolean = () => false) {
  const charged: string[] = [];
  const listPage: Gateway['listPage'] = async ({ page }, purpose) => {
    charged.push(`${page} ${purpose}`);
    return readingOf(pageOf(list, { page, isMalformed: (row) => isMalformed(list.indexOf(row)) }));
  };
  const clock = createFakeClock();
  const crawl = createCrawl({
    gateway: { listPage },
    ledger: createQuotaLedger({ clock, random: () => 0 }),
    isFirst: () => false,
    onProgress: undefined,
  });
  return { crawl, charged, signal: new AbortController().signal };
}

test('a probe is one request, the pages after it are a crawl', async () => {
  const { crawl, charged, signal } = setUp();
  await crawl('probe', signal);
  expect(charged).toEqual(['1 probe', '2 inventory', '3 inventory']);
});

test('what a person asked for is charged to people as long as they may have more', async () => {
  const { crawl, charged, signal } = setUp();
  await crawl('list', signal);
  expect(charged).toEqual(['1 list', '2 list', '3 list']);
});

test('row 5: where most rows are malformed, upstream speaks of something else', async () => {
  const { crawl, signal } = setUp((index) => index >= 120);
  await expect(crawl('inventory', signal)).rejects.toMatchObject({
    failure: { code: 'upstream_invalid_response' },
  });
});

test('row 72: where some are, the others are read', async () => {
  const { crawl, signal } = setUp((index) => index >= 200);
  expect(await crawl('inventory', signal)).toMatchObject({ dropped: 50, total: 250 });
});
