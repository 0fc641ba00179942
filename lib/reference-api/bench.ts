/**
 * Compares the throughput (requests per second) of the reference API with that of a bare node:http server that sends the
 * same bytes: every page of a list of 100,000 monitors, 100 per page, in a scattered order. Run it with `node lib/reference-api/bench.ts`.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { measureThroughput } from './bench-client.ts';
import { DEMO_KEY } from './demo.ts';

const MONITORS = 100_000;
const PER_PAGE = 100;
const REQUESTS = 6000;
const ROUNDS = 7;

async function startThread(workerData: object): Promise<{ worker: Worker; port: number }> {
  const worker = new Worker(new URL('./bench-server.ts', import.meta.url), { workerData });
  const [port] = await once(worker, 'message');
  return { worker, port: Number(port) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const began = performance.now();
const reference = await startThread({ monitors: MONITORS });
console.log(`${MONITORS} monitors ready after ${Math.round(performance.now() - began)} ms`);

const pageCount = MONITORS / PER_PAGE;
// 371 and the number of pages are coprime, so that each page occurs once.
const pages = Array.from({ length: pageCount }, (_, index) => 1 + ((index * 371) % pageCount));
const paths = pages.map((page) => `/v1/monitors?page=${page}&per_page=${PER_PAGE}`);
const bodies = new Map<string, Uint8Array>();
for (const path of paths) {
  const response = await fetch(`http://127.0.0.1:${reference.port}${path}`, {
    headers: { Authorization: `Bearer ${DEMO_KEY}` },
  });
  bodies.set(path, new Uint8Array(await response.arrayBuffer()));
}
const bare = await startThread({ bodies });

const ratios: number[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  const ours = await measureThroughput(reference.port, paths, DEMO_KEY, REQUESTS);
  const theirs = await measureThroughput(bare.port, paths, DEMO_KEY, REQUESTS);
  // The first round only warms up both servers.
  if (round === 0) continue;
  ratios.push(ours / theirs);
  console.log(
    `reference API ${Math.round(ours)}/s   bare node:http ${Math.round(theirs)}/s   ratio ${(ours / theirs).toFixed(2)}`,
  );
}
console.log(`median ratio ${median(ratios).toFixed(2)}`);
await Promise.all([reference.worker.terminate(), bare.worker.terminate()]);
