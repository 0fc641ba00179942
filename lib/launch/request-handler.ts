import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { logRequest } from './access-log.ts';
import type { ServeFile } from './brotli-files.ts';
import { passContentEncoding } from './pass-content-encoding.ts';
import { rejectHost } from './reject-host.ts';
import { type Rejection, sendRejection } from './rejection.ts';
import { rejectRequest } from './request-limits.ts';
import { sanitizeHeaders } from './sanitize-headers.ts';
import type { SecurityHeaders } from './security-headers.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What the answers depend on besides the request. */
interface RequestHandlerOptions {
  headers: SecurityHeaders;
  /** How many proxies in front are trusted. */
  hops: number;
  /** Host and port of the public URL. */
  publicHost: string;
  isAllowedHost: (host: string) => boolean;
  /** URLs of the build's scripts, styles and fonts. */
  files: ReadonlySet<string>;
  /** Answers with a compressed file of the build where it can. */
  serveFile: ServeFile | null;
  /** Next's handler, once Next is prepared. */
  next: Promise<Handler>;
  log: Logger;
}

/** Answers each request: logs it, rejects what must not reach Next, sets headers, and passes the rest on to Next. */
export function createRequestHandler(options: RequestHandlerOptions) {
  const { headers, hops, isAllowedHost, log, next, serveFile } = options;

  const answer: Handler = async (request, response) => {
    logRequest(request, response, log);
    const rejection = rejectRequest(request) ?? rejectHost(request, hops, isAllowedHost);
    if (rejection !== null) {
      sendRejection(response, rejection, headers.data);
      return;
    }
    sanitizeHeaders(request, options);
    setHeaders(request, response, options);
    if (serveFile?.(request, response)) return;
    await (await next)(request, response);
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) {
        response.destroy();
        log.error({ err: error }, 'a request failed after its answer had begun');
      } else {
        const id = sendRejection(response, internal, headers.data);
        log.error({ id, err: error }, 'a request failed');
      }
    });
  };
}

/** Next answers its own errors; what it throws all the same is a bug, here or there. */
const internal: Rejection = {
  status: 500,
  error: 'Something went wrong in Sightline. See the server log for this request ID.',
  code: 'internal',
};

/** Data under /api: JSON and downloads. */
const dataPath = /^\/api(?=[/?]|$)/;
/** Next sets how long each file of the build may be cached. */
const builtFile = /^\/_next\/static\/[^?]*\.\w+(\?|$)/;

/** Sets the headers that an answer to this path carries, whoever gives it, each of them once. */
function setHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, files }: Pick<RequestHandlerOptions, 'headers' | 'files'>,
): void {
  const url = request.url ?? '/';
  const isFile = files.has(url);
  const isData = !isFile && dataPath.test(url);
  const kind = isFile ? headers.file : isData ? headers.data : headers.page;
  for (const [name, value] of kind) response.setHeader(name, value);
  if (isData) passContentEncoding(response);
  if (isFile || isData) return;
  const policy = headers.pagePolicy(randomBytes(16).toString('base64'));
  response.setHeader('Content-Security-Policy', policy);
  // Next reads the nonce for the scripts it renders from the request.
  request.headers['content-security-policy'] = policy;
  // Next does so for pages, but not for each redirect and refusal.
  if (!builtFile.test(url)) response.setHeader('Cache-Control', 'private, no-store');
}
