import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { z } from 'zod';
import type { ReferenceApi } from './api.ts';
import { faultSchema } from './faults.ts';
import { endNow, listen } from './listen.ts';

interface ControlResponse {
  status: number;
  body: object;
}

const MAX_BODY_BYTES = 65_536;

/**
 * Starts the control server: `GET`, `POST` and `DELETE /faults`, `GET /requests`. It listens on 127.0.0.1 only and
 * accepts only requests with a loopback Host and no Origin, so that a web page cannot use it through a browser.
 * @param port 0 for a free one
 */
export async function startControl(
  api: ReferenceApi,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { status, body } = await respond(api, request);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(`${JSON.stringify(body)}\n`);
  });
  const { origin } = await listen(server, '127.0.0.1', port);
  return { url: origin, close: () => endNow(server) };
}

async function respond(api: ReferenceApi, request: IncomingMessage): Promise<ControlResponse> {
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return refuse(403, 'Use a loopback address');
  if (request.headers.origin !== undefined) return refuse(403, 'Not for web pages');
  switch (`${request.method} ${request.url}`) {
    case 'GET /faults':
      return { status: 200, body: { faults: api.faults() } };
    case 'DELETE /faults':
      api.clearFaults();
      return { status: 200, body: { faults: api.faults() } };
    case 'GET /requests':
      return { status: 200, body: { requests: api.requests() } };
    case 'POST /faults':
      return injectFault(api, await readBody(request));
    default:
      return refuse(404, 'Use GET, POST or DELETE /faults, or GET /requests');
  }
}

function injectFault(api: ReferenceApi, text: string | undefined): ControlResponse {
  if (text === undefined) return refuse(413, `A fault takes at most ${MAX_BODY_BYTES} bytes`);
  const parsed = faultSchema.safeParse(jsonOr(text, undefined));
  if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
  api.inject(parsed.data);
  return { status: 201, body: { faults: api.faults() } };
}

const refuse = (status: number, error: string): ControlResponse => ({ status, body: { error } });

function jsonOr<T>(text: string, fallback: T): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
