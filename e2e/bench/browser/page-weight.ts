import { constants, gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { setPreferences } from '../../support/browser/preferences.ts';
import { bytesOf, countNodes, type Exchange, recordTraffic } from '../../support/browser/traffic.ts';
import { inFreshPage, openIdle } from './pages.ts';

/** What a list costs the browser, measured when it is hydrated and has loaded everything. */
export interface Weight {
  /** Bytes transferred, headers included, and with texts compressed by gzip -9, without headers. */
  all: { transferred: number; gzip: number };
  scripts: { transferred: number; gzip: number };
  requests: number;
  /** Bytes of the JavaScript heap after garbage collection. */
  heap: number;
  nodes: number;
}

/** The resource types that servers compress; fonts and images are already compressed. */
const texts = ['Document', 'Script', 'Stylesheet', 'Fetch', 'XHR'];

async function gzipBytes({ url, type, bytes }: Exchange): Promise<number> {
  if (!texts.includes(type)) return bytes;
  const body = await (await fetch(url)).arrayBuffer();
  return gzipSync(new Uint8Array(body), { level: constants.Z_BEST_COMPRESSION }).length;
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // Twice, because objects freed the first time may have retained others.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Opens a URL with an empty cache and measures its weight. */
export function measureWeight(browser: Browser, url: string): Promise<Weight> {
  return inFreshPage(browser, async (page) => {
    await setPreferences(page.context(), { isPaused: true });
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
