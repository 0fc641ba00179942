import type { Page } from '@playwright/test';

/** A request of a page and what its answer took on the wire, headers included. */
export interface Exchange {
  url: string;
  /** As Chromium calls it: `Document`, `Script`, `Stylesheet`, `Font`, `Fetch` … */
  type: string;
  bytes: number;
}

/** @returns all exchanges of the page so far, each time it is called */
export async function recordTraffic(page: Page): Promise<() => readonly Exchange[]> {
  const session = await page.context().newCDPSession(page);
  const exchanges = new Map<string, Exchange>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    exchanges.set(requestId, { url: request.url, type: type ?? 'Other', bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const exchange = exchanges.get(requestId);
    if (exchange) exchange.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return () => [...exchanges.values()];
}

/** Bytes of all exchanges, or of those of one type. */
export function bytesOf(exchanges: readonly Exchange[], type?: string): number {
  return exchanges
    .filter((exchange) => type === undefined || exchange.type === type)
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Elements, texts and comments of the page. */
export function countNodes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
  });
}
