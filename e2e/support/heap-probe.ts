/**
 * Loaded into the product before it (`NODE_OPTIONS=--expose-gc --import …`): prints an address that answers with the
 * bytes of its heap after everything that can be thrown away has been.
 */
import { createServer } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

const server = createServer(async (_request, response) => {
  for (let round = 0; round < 4; round += 1) {
    await turn();
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
