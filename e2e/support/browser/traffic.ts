import type { Page } from '@playwright/test';

/** A request of a page and the size of its response on the wire, headers included. */
export interface Exchange {
  url: string;
  /** Chromium's resource type: `Document`, `Script`, `Stylesheet`, `Font`, `Fetch` … */
  type: string;
  bytes: number;
}

/** Records the page's network traffic. @returns a function that returns all exchanges so far */
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

/** Returns the bytes of all exchanges, or of those of one type. */
export function bytesOf(exchanges: readonly Exchange[], type?: string): number {
  return exchanges
    .filter((exchange) => type === undefined || exchange.type === type)
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the number of DOM nodes of the page. */
export function countNodes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
  });
}
