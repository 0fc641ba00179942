import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { ApiResponse } from './answers.ts';
import { createReferenceApi } from './api.ts';
import type { DemoOptions } from './demo.ts';
import { demoOrganizations } from './demo.ts';
import type { OrganizationInput } from './fixture.ts';
import type { Limits } from './limiter.ts';

/** A client that is busy for longer than Node's default of 5 s would use a connection that is being closed. */
const KEEP_ALIVE_MS = 75_000;

/** `monitors`, `seed`, `alive` and `key` apply to the generated demo organization, when `organizations` is absent. */
export interface ReferenceApiOptions extends DemoOptions {
  organizations?: readonly OrganizationInput[];
  limits?: Partial<Limits>;
  /** Returns milliseconds since the Unix epoch; the system clock by default. */
  clock?: () => number;
  host?: string;
  /** 0, the default, for a free one. */
  port?: number;
}

export type RunningReferenceApi = Awaited<ReturnType<typeof startReferenceApi>>;

/** Starts the reference API. @throws Error EADDRINUSE when a port is taken, ZodError for an invalid organization */
export async function startReferenceApi(options: ReferenceApiOptions = {}) {
  const { clock = Date.now } = options;
  const api = createReferenceApi({
    organizations: options.organizations ?? demoOrganizations({ startedAt: clock(), ...options }),
    clock,
    limits: options.limits ?? {},
  });
  let [inFlight, mostInFlight] = [0, 0];
  const byStatus = new Map<number, number>();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    response.once('close', () => {
      inFlight -= 1;
      const { statusCode, writableFinished } = response;
      if (writableFinished) byStatus.set(statusCode, (byStatus.get(statusCode) ?? 0) + 1);
    });
    const apiResponse = api.handle({
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization,
      remoteAddress: request.socket.remoteAddress ?? '',
    });
    if (apiResponse.delayMs === 0) send(apiResponse, request, response);
    // Unreferenced, so that the timer does not keep the process alive after close().
    else setTimeout(send, apiResponse.delayMs, apiResponse, request, response).unref();
  });
  const { port, origin } = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
  return {
    /** Ends in /v1, like the base address in the spec. */
    baseUrl: `${origin}/v1`,
    port,
    /** The first key of the first organization. */
    apiKey: api.organization().secrets[0] ?? '',
    /** The API itself, for changing organizations and injecting faults. */
    api,
    /** Returns the number of HTTP requests received: all, or those with this key. */
    requests: api.requests,
    /** Returns the largest number of requests that were in flight at the same time. */
    mostInFlight: () => mostInFlight,
    responses: (status: number): number => byStatus.get(status) ?? 0,
    /** Closes at once: open connections are destroyed, pending responses are dropped. */
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Listens on a port, 0 for a free one. @returns the port, and the origin: of a wildcard host that of the loopback address */
async function listen(server: Server, host: string, port: number) {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' ? (address?.port ?? port) : port;
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return { port: bound, origin: `http://${name}:${bound}` };
}

function send(apiResponse: ApiResponse, request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return;
  if (apiResponse.reset) {
    request.socket.resetAndDestroy();
    return;
  }
  const body = Buffer.from(apiResponse.body);
  response.writeHead(apiResponse.status, { ...apiResponse.headers, 'Content-Length': body.length });
  response.end(body);
}
