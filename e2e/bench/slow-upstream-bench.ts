/**
 * Measures what users get while upstream takes 7 s for each response: 100 viewers open a product that has just started
 * and has no data. Needs a build (`npm run build`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startReferenceApi } from '../../lib/reference-api/server.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { watchInFlight } from './in-flight.ts';
import { load } from './machine.ts';
import { inUnit, printAtMost, printFigure } from './report.ts';

const MONITORS = 250;
const VIEWERS = 100;
const DELAY_MS = 7000;
/** The pages of a crawl: ⌈250/100⌉. */
const CRAWL = 3;
/** The maximum duration of a crawl, in which the pages may be read sequentially, milliseconds. */
const CRAWL_MS = (CRAWL + 1) * DELAY_MS;

/** The requested paths, each with a text that occurs only in a response with rows. */
const openings = [
  { path: '/api/monitors', row: '"monitor_uuid":' },
  { path: '/monitors', row: 'href="/monitors/' },
];

interface Opened {
  status: number;
  hasRows: boolean;
  /** From the request to the complete response. */
  milliseconds: number;
}

async function open(url: string, row: string): Promise<Opened> {
  const began = performance.now();
  const response = await fetch(url);
  const text = await response.text();
  return { status: response.status, hasRows: text.includes(row), milliseconds: performance.now() - began };
}

/** Counts the responses of each kind, like "100 × 200 without rows". */
function tally(responses: readonly Opened[]): string {
  const kinds = Map.groupBy(
    responses,
    ({ status, hasRows }) => `${status} ${hasRows ? 'with' : 'without'} rows`,
  );
  return [...kinds].map(([kind, all]) => `${all.length} × ${kind}`).join(', ');
}

async function benchOpening({ path, row }: (typeof openings)[number]): Promise<void> {
  const api = await startReferenceApi({ monitors: MONITORS });
  api.api.inject({ kind: 'delay', ms: DELAY_MS });
  const upstream = watchInFlight();
  const product = await startProduct({ env: upstreamEnv(api) });
  try {
    const began = performance.now();
    const responses = await Promise.all(
      Array.from({ length: VIEWERS }, () => open(`${product.url}${path}`, row)),
    );
    const atFirst = upstream.received();
    while (performance.now() < began + CRAWL_MS) await sleep(100);
    const later = await open(`${product.url}${path}`, row);
    console.log(
      `\n  GET ${path}: ${tally(responses)}; ${inUnit(CRAWL_MS / 1000, 's')} later ${tally([later])}`,
    );
    printAtMost('slowest answer', Math.max(...responses.map((one) => one.milliseconds)), 5000, 'ms');
    printAtMost('requests upstream in flight at a time', upstream.max(), CRAWL, '');
    printFigure('requests upstream until all had their answers', inUnit(atFirst, ''));
    printFigure(`requests upstream in ${inUnit(CRAWL_MS / 1000, 's')}`, inUnit(upstream.received(), ''));
  } finally {
    upstream.stop();
    await product.stop();
    await api.close();
  }
}

/** Prints the viewers' waiting times and the upstream requests. */
export async function benchSlowUpstream(): Promise<void> {
  console.log(
    `\nSlow upstream: ${VIEWERS} cold viewers at once, ${MONITORS} monitors, ${DELAY_MS / 1000} s a request; load ${load()}`,
  );
  for (const opening of openings) await benchOpening(opening);
}
