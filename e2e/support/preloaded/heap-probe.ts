/**
 * Preloaded into the product (`NODE_OPTIONS=--expose-gc --import …`): prints a URL. The response of this URL is the
 * size of the heap after garbage collection, in bytes.
 */
import { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

const server = createServer(async (_request, response) => {
  for (let round = 0; round < 4; round += 1) {
    await nextTurn();
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  response.end(JSON.stringify({ used: heapUsed + external, rss }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    console.log(`Heap at http://127.0.0.1:${address.port}`);
});
server.unref();
