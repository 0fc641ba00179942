import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { Answer } from './answer.ts';
import { failure } from './answer.ts';
import type { ReferenceApi } from './api.ts';
import { createReferenceApi } from './api.ts';
import { startControl } from './control.ts';
import type { DemoOptions } from './demo.ts';
import { demoOrganizations } from './demo.ts';
import type { OrganizationInput } from './fixture.ts';
import type { Limits } from './limiter.ts';
import { endNow, listen } from './listen.ts';

/** Without `organizations` the demo organization is generated; then `monitors`, `seed`, `alive` and `key` count. */
export interface ReferenceApiOptions extends DemoOptions {
  /** Hand-made organizations in the shape of the fixture file. */
  organizations?: readonly OrganizationInput[];
  limits?: Partial<Limits>;
  /** Milliseconds since the Unix epoch; the system's clock unless another is given. */
  clock?: () => number;
  /** 127.0.0.1 unless told otherwise. */
  host?: string;
  /** 0, the default, takes a free one. */
  port?: number;
  /** The port of the control server on 127.0.0.1, 0 for a free one. Without it there is no control server. */
  controlPort?: number;
}

/** A reference API that listens. */
export interface RunningReferenceApi {
  /** Ends in /v1, as the spec says of the base address. */
  baseUrl: string;
  port: number;
  /** Where faults are put in force; null when no control server was asked for. */
  controlUrl: string | null;
  /** The first key of the first organization. */
  apiKey: string;
  /** The core: organizations to change, faults to inject, requests to count. */
  api: ReferenceApi;
  /** How many HTTP requests were received: all, or those that named this key. */
  requests(key?: string): number;
  /** Ends at once: open connections are cut, answers under way are dropped. */
  close(): Promise<void>;
}

/**
 * Starts the reference API.
 * @throws Error with code EADDRINUSE when a port is taken, ZodError for an impossible organization
 */
export async function startReferenceApi(options: ReferenceApiOptions = {}): Promise<RunningReferenceApi> {
  const api = createReferenceApi({
    organizations: options.organizations ?? demoOrganizations(options),
    clock: options.clock ?? Date.now,
    limits: options.limits ?? {},
  });
  const server = createHttpServer(api);
  const { port, origin } = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0);
  try {
    const control = options.controlPort === undefined ? null : await startControl(api, options.controlPort);
    return {
      baseUrl: `${origin}/v1`,
      port,
      controlUrl: control?.url ?? null,
      apiKey: api.organization().secrets[0] ?? '',
      api,
      requests: api.requests,
      close: async () => {
        await Promise.all([endNow(server), control?.close()]);
      },
    };
  } catch (error) {
    await endNow(server);
    throw error;
  }
}

function createHttpServer(api: ReferenceApi): Server {
  // Without this Node answers a request without Host by itself, and not in JSON.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const answer = api.handle({
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization,
      remoteAddress: request.socket.remoteAddress ?? '',
    });
    if (answer.delayMs === 0) send(answer, request, response);
    // The timer must not keep the process alive after close().
    else setTimeout(send, answer.delayMs, answer, request, response).unref();
  });
  // What never becomes a request still gets the spec's error body: bytes that are not HTTP, CONNECT, odd expectations.
  server.on('checkExpectation', (request, response) =>
    send(failure(417, 'Expectation failed'), request, response),
  );
  server.on('connect', (_request, socket) =>
    socket.end(rawFailure(failure(405, 'Method not allowed', {}, { Allow: 'GET' }))),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    socket.end(
      rawFailure(
        isTooLarge ? failure(431, 'Request header too large') : failure(400, 'Malformed HTTP request'),
      ),
    );
  });
  return server;
}

function send(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return;
  if (answer.reset) {
    request.socket.resetAndDestroy();
    return;
  }
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': body.length });
  response.end(body);
}

function rawFailure({ status, headers, body }: Answer): string {
  const lines = Object.entries({
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
