import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { ReferenceApi } from './api.ts';
import { endNow, listen } from './listen.ts';

/**
 * Starts the control server: `GET`, `POST` and `DELETE /faults`, `GET /requests`. Only loopback hosts and no Origin are
 * accepted, so that a web page cannot use it through a browser. @param port 0 for a free one
 */
export async function startControl(api: ReferenceApi, port: number) {
  const server = createServer(async (request, response) => {
    const [status, body] = await respond(api, request);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(`${JSON.stringify(body)}\n`);
  });
  const { origin } = await listen(server, '127.0.0.1', port);
  return { url: origin, close: () => endNow(server) };
}

async function respond(api: ReferenceApi, request: IncomingMessage): Promise<[status: number, body: object]> {
  const { host = '', origin } = request.headers;
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) || origin !== undefined)
    return [403, { error: 'Only for programs on this machine' }];
  switch (`${request.method} ${request.url}`) {
    case 'GET /requests':
      return [200, { requests: api.requests() }];
    case 'GET /faults':
      return [200, { faults: api.faults() }];
    case 'DELETE /faults':
      api.clearFaults();
      return [200, { faults: [] }];
    case 'POST /faults':
      try {
        api.inject(JSON.parse(await text(request)));
        return [201, { faults: api.faults() }];
      } catch (error) {
        const isInvalid = error instanceof z.ZodError;
        return [400, { error: isInvalid ? z.prettifyError(error) : 'A fault is a JSON object' }];
      }
    default:
      return [404, { error: 'Use GET, POST or DELETE /faults, or GET /requests' }];
  }
}
