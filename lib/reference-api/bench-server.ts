import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { UNLIMITED } from './fixture.ts';
import { listen } from './listen.ts';
import { startReferenceApi } from './server.ts';

/** What a server thread serves: the reference API, or fixed bytes by path. */
const workerDataSchema = z.union([
  z.object({ monitors: z.int() }),
  z.object({ bodies: z.map(z.string(), z.instanceof(Uint8Array)) }),
]);

const served = workerDataSchema.parse(workerData);
if ('monitors' in served) {
  const limits = { minute: UNLIMITED, daily: UNLIMITED, monthly: UNLIMITED };
  const { port } = await startReferenceApi({ monitors: served.monitors, limits });
  parentPort?.postMessage(port);
} else {
  const { bodies } = served;
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    if (body === undefined) throw new Error(`No body for ${request.url}`);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
  const { port } = await listen(server, '127.0.0.1', 0);
  parentPort?.postMessage(port);
}
