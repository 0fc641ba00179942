import { constants, gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { choose } from '../../support/preferences.ts';
import { bytesOf, countNodes, type Exchange, recordTraffic } from '../../support/traffic.ts';
import { openIdle } from './live-page.ts';
import { inFreshPage } from './pages.ts';

/** What a list costs the browser, once it is live and has loaded what it wants. */
export interface Weight {
  /** Bytes as they came, headers included, and as they would be with texts under gzip -9, without headers. */
  all: { transferred: number; gzip: number };
  scripts: { transferred: number; gzip: number };
  requests: number;
  /** Bytes of the JavaScript heap after garbage collection. */
  heap: number;
  nodes: number;
}

/** What servers compress; fonts and pictures are compressed by themselves. */
const texts = ['Document', 'Script', 'Stylesheet', 'Fetch', 'XHR'];

async function gzipBytes({ url, type, bytes }: Exchange): Promise<number> {
  if (!texts.includes(type)) return bytes;
  const body = await (await fetch(url)).arrayBuffer();
  return gzipSync(new Uint8Array(body), { level: constants.Z_BEST_COMPRESSION }).length;
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // Twice: what is freed the first time may have held more.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Opens an address with an empty cache and weighs the page. */
export function weigh(browser: Browser, url: string): Promise<Weight> {
  return inFreshPage(browser, async (page) => {
    await choose(page.context(), { refreshInterval: 'off' });
    const traffic = await recordTraffic(page);
    await openIdle(page, url);
    const exchanges = traffic();
    const scripts = exchanges.filter(({ type }) => type === 'Script');
    const gzip = async (some: readonly Exchange[]) =>
      (await Promise.all(some.map(gzipBytes))).reduce((sum, bytes) => sum + bytes, 0);
    return {
      all: { transferred: bytesOf(exchanges), gzip: await gzip(exchanges) },
      scripts: { transferred: bytesOf(scripts), gzip: await gzip(scripts) },
      requests: exchanges.length,
      heap: await heapBytes(page),
      nodes: await countNodes(page),
    };
  });
}
