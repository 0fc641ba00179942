/**
 * Preloaded into the product: it waits half a second for a request to arrive, and for the API to respond. So a test of
 * what never comes need not wait for 80 seconds, or for 5.
 */
import http, { type ServerOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const WAIT_MS = 500;
const CHECK_MS = 50;

const { createServer } = http;
Object.assign(http, {
  createServer: (options: ServerOptions) =>
    createServer({
      ...options,
      headersTimeout: WAIT_MS,
      requestTimeout: WAIT_MS,
      connectionsCheckingInterval: CHECK_MS,
    }),
});
syncBuiltinESMExports();

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = () => timeout(WAIT_MS);
