import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type RequestNotes, traceField, withNotes } from '../process/request-notes.ts';
import { serverTiming } from '../process/server-timing.ts';
import { logRequest } from './access-log.ts';
import type { ServeFile } from './brotli-files.ts';
import { passContentEncoding } from './pass-content-encoding.ts';
import { rejectHost } from './reject-host.ts';
import { type Rejection, sendRejection } from './rejection.ts';
import { rejectRequest } from './request-limits.ts';
import { sanitizeHeaders } from './sanitize-headers.ts';
import type { SecurityHeaders } from './security-headers.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Reject = (rejection: Rejection) => string;

/** The settings and dependencies of the request handler. */
interface RequestHandlerOptions {
  headers: SecurityHeaders;
  /** The number of trusted proxies. */
  hops: number;
  /** Host and port of the public URL. */
  publicHost: string;
  isAllowedHost: (host: string) => boolean;
  /** URLs of the build's scripts, styles and fonts. */
  files: ReadonlySet<string>;
  /** Serves compressed build files; null in development. */
  serveFile: ServeFile | null;
  /** Next's handler, once Next is prepared. */
  next: Promise<Handler>;
  log: Logger;
}

/**
 * Creates the handler of all requests: logs, rejects what must not reach Next, sets headers, and calls Next.
 */
export function createRequestHandler(options: RequestHandlerOptions) {
  const { headers, hops, isAllowedHost, log, next, serveFile } = options;

  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
    reject: Reject,
    notes: RequestNotes,
  ) => {
    logRequest(request, response, log, notes);
    const rejection = rejectRequest(request) ?? rejectHost(request, hops, isAllowedHost);
    if (rejection !== null) {
      reject(rejection);
      return;
    }
    sanitizeHeaders(request, options);
    setHeaders(request, response, options);
    if (serveFile?.(request, response)) return;
    const handleByNext = await next;
    await withNotes(notes, () => handleByNext(request, response));
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now();
    const reject: Reject = (rejection) => {
      const timing = serverTiming(performance.now() - startedAt);
      return sendRejection(response, rejection, [...headers.data, ['Server-Timing', timing]]);
    };
    const notes: RequestNotes = {};
    handle(request, response, reject, notes).catch((error: unknown) => {
      if (response.headersSent) {
        response.destroy();
        log.error({ ...traceField(notes), err: error }, 'a request failed after its response had begun');
      } else {
        const id = reject(internalError);
        log.error({ id, ...traceField(notes), err: error }, 'a request failed');
      }
    });
  };
}

/** Sent when a handler throws. Next handles the errors of its routes, so that this is a bug, in Next or in Sightline. */
const internalError: Rejection = {
  status: 500,
  error: 'Something went wrong in Sightline. See the server log for this request ID.',
  code: 'internal',
};

/** Data under /api: JSON and downloads. The page of the API is a document. */
const dataPath = /^\/api(?!\/docs(\?|$))(?=[/?]|$)/;
/** Paths of build files, also of such as do not exist: Next sets how long the response may be cached. */
const buildFilePath = /^\/_next\/static\/[^?]*\.\w+(\?|$)/;

/** Sets the response headers for this path, no matter which part of the server responds. */
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
  // Responses of routes are compressed already; Next would compress them again.
  if (isData) passContentEncoding(response);
  if (isFile || isData) return;
  const policy = headers.pagePolicy(randomBytes(16).toString('base64'));
  response.setHeader('Content-Security-Policy', policy);
  // Next reads the nonce of its scripts from this request header.
  request.headers['content-security-policy'] = policy;
  // Next sets Cache-Control for pages, but not for every redirect and error.
  if (!buildFilePath.test(url)) response.setHeader('Cache-Control', 'private, no-store');
}
