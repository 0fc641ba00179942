import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { ReferenceApi } from './api.ts';
import { faultSchema } from './faults.ts';
import { endNow, listen } from './listen.ts';

interface ControlResponse {
  status: number;
  body: object;
}

/**
 * Starts the control server: `GET`, `POST` and `DELETE /faults`, `GET /requests`. Only loopback hosts and no Origin are
 * accepted, so that a web page cannot use it through a browser. @param port 0 for a free one
 */
export async function startControl(api: ReferenceApi, port: number) {
  const server = createServer(async (request, response) => {
    const { status, body } = await respond(api, request);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(`${JSON.stringify(body)}\n`);
  });
  const { origin } = await listen(server, '127.0.0.1', port);
  return { url: origin, close: () => endNow(server) };
}

const refuse = (status: number, error: string): ControlResponse => ({ status, body: { error } });

async function respond(api: ReferenceApi, request: IncomingMessage): Promise<ControlResponse> {
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return refuse(403, 'Use a loopback address');
  if (request.headers.origin !== undefined) return refuse(403, 'Not for web pages');
  switch (`${request.method} ${request.url}`) {
    case 'GET /requests':
      return { status: 200, body: { requests: api.requests() } };
    case 'GET /faults':
      return { status: 200, body: { faults: api.faults() } };
    case 'DELETE /faults':
      api.clearFaults();
      return { status: 200, body: { faults: api.faults() } };
    case 'POST /faults':
      return injectFault(api, await text(request));
    default:
      return refuse(404, 'Use GET, POST or DELETE /faults, or GET /requests');
  }
}

function injectFault(api: ReferenceApi, body: string): ControlResponse {
  try {
    api.inject(faultSchema.parse(JSON.parse(body)));
    return { status: 201, body: { faults: api.faults() } };
  } catch (error) {
    return refuse(400, error instanceof z.ZodError ? z.prettifyError(error) : 'A fault is a JSON object');
  }
}
