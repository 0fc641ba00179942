import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { ReferenceApi } from './api.ts';
import { createReferenceApi } from './api.ts';
import type { ApiResponse } from './api-response.ts';
import { failure } from './api-response.ts';
import { startControl } from './control.ts';
import type { DemoOptions } from './demo.ts';
import { demoOrganizations } from './demo.ts';
import type { OrganizationInput } from './fixture.ts';
import type { Limits } from './limiter.ts';
import { endNow, listen } from './listen.ts';

/** `monitors`, `seed`, `alive` and `key` apply to the generated demo organization, when `organizations` is absent. */
export interface ReferenceApiOptions extends DemoOptions {
  organizations?: readonly OrganizationInput[];
  limits?: Partial<Limits>;
  /** Returns milliseconds since the Unix epoch; the system clock by default. */
  clock?: () => number;
  host?: string;
  /** 0, the default, for a free one. */
  port?: number;
  /** The port of the control server on 127.0.0.1, 0 for a free one. Without it there is no control server. */
  controlPort?: number;
}

export type RunningReferenceApi = Awaited<ReturnType<typeof startReferenceApi>>;

/** Starts the reference API. @throws Error EADDRINUSE when a port is taken, ZodError for an invalid organization */
export async function startReferenceApi(options: ReferenceApiOptions = {}) {
  const api = createReferenceApi({
    organizations: options.organizations ?? demoOrganizations(options),
    clock: options.clock ?? Date.now,
    limits: options.limits ?? {},
  });
  const traffic: Traffic = { inFlight: 0, mostInFlight: 0, byStatus: new Map() };
  const server = createHttpServer(api, traffic);
  const { port, origin } = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
  try {
    const control = options.controlPort === undefined ? null : await startControl(api, options.controlPort);
    return {
      /** Ends in /v1, like the base address in the spec. */
      baseUrl: `${origin}/v1`,
      port,
      /** The control server's URL; null without `controlPort`. */
      controlUrl: control?.url ?? null,
      /** The first key of the first organization. */
      apiKey: api.organization().secrets[0] ?? '',
      /** The API itself, for changing organizations and injecting faults. */
      api,
      /** Returns the number of HTTP requests received: all, or those with this key. */
      requests: api.requests,
      /** Returns the largest number of requests that were in flight at the same time. */
      mostInFlight: () => traffic.mostInFlight,
      responses: (status: number): number => traffic.byStatus.get(status) ?? 0,
      /** Closes at once: open connections are destroyed, pending responses are dropped. */
      close: async (): Promise<void> => {
        await Promise.all([endNow(server), control?.close()]);
      },
    };
  } catch (error) {
    await endNow(server);
    throw error;
  }
}

interface Traffic {
  inFlight: number;
  mostInFlight: number;
  byStatus: Map<number, number>;
}

function createHttpServer(api: ReferenceApi, traffic: Traffic): Server {
  // By default Node itself responds to a request without Host, and not in JSON.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    traffic.inFlight += 1;
    traffic.mostInFlight = Math.max(traffic.mostInFlight, traffic.inFlight);
    response.once('close', () => {
      traffic.inFlight -= 1;
      if (response.writableFinished) {
        traffic.byStatus.set(response.statusCode, (traffic.byStatus.get(response.statusCode) ?? 0) + 1);
      }
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
  // Node reports invalid HTTP, CONNECT and unknown expectations by other events. They get the spec's error body too.
  server.on('checkExpectation', (request, response) =>
    send(failure(417, 'Expectation failed'), request, response),
  );
  server.on('connect', (_request, socket) =>
    socket.end(rawFailure(failure(405, 'Method not allowed', {}, { Allow: 'GET' }))),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const answer = isTooLarge
      ? failure(431, 'Request header too large')
      : failure(400, 'Malformed HTTP request');
    if (socket.writable) socket.end(rawFailure(answer));
    else socket.destroy();
  });
  return server;
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

function rawFailure({ status, headers, body }: ApiResponse): string {
  const lines = Object.entries({
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
