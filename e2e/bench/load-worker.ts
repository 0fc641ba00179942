import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import { z } from 'zod';

const CONNECTIONS = 8;

const load = z
  .object({
    origin: z.string(),
    paths: z.array(z.string()),
    headers: z.record(z.string(), z.string()),
    status: z.int(),
    milliseconds: z.number(),
  })
  .parse(workerData);

const pool = new Pool(load.origin, { connections: CONNECTIONS, pipelining: 1 });
const began = performance.now();
const until = began + load.milliseconds;
let answers = 0;
// A later round asks for other paths, where there are more than it gets through.
let next = Math.floor(Math.random() * load.paths.length);

async function connection(): Promise<void> {
  while (performance.now() < until) {
    const path = load.paths[next % load.paths.length] ?? '/';
    next += 1;
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: load.headers });
    await body.arrayBuffer();
    if (statusCode !== load.status) throw new Error(`${path} answers ${statusCode}`);
    answers += 1;
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, connection));
parentPort?.postMessage((1000 * answers) / (performance.now() - began));
await pool.close();
