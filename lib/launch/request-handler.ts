import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type RequestNotes, traceField, withNotes } from '../process/shared.ts';
import { logRequest } from './access-log.ts';
import { rejectHost } from './allowed-hosts.ts';
import { type Rejection, rejectRequest, sendRejection } from './rejection.ts';
import { sanitizeHeaders } from './sanitize-headers.ts';
import type { SecurityHeaders } from './security-headers.ts';
import type { ServeFile } from './static-files.ts';

/** Sent when a handler throws. Next handles the errors of its routes, so that this is a bug, in Next or in Sightline. */
const internalError: Rejection = {
  status: 500,
  error: 'Something went wrong in Sightline. See the server log for this request ID.',
  code: 'internal',
};

/** Creates the handler of all requests: logs, rejects what must not reach Next, sets headers, and calls Next. */
export function createRequestHandler(options: {
  headers: SecurityHeaders;
  /** Empty at the root. */
  basePath: string;
  /** The number of trusted proxies. */
  hops: number;
  /** Host and port of the public URL. */
  publicHost: string;
  isAllowedHost: (host: string) => boolean;
  /** Serves build files; null in development. */
  serveFile: ServeFile | null;
  /** Next's handler, once Next is prepared. */
  next: Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>>;
  log: Logger;
}) {
  const { headers, basePath, hops, isAllowedHost, log, next, serveFile } = options;

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Some proxies remove the base path, so paths with and without it are accepted.
    request.url = withoutPrefix(request.url ?? '/', basePath);
    const notes: RequestNotes = {};
    const reject = (rejection: Rejection) => sendRejection(response, rejection, headers.data);
    try {
      logRequest(request, response, log, notes);
      const rejection = rejectRequest(request) ?? rejectHost(request, hops, isAllowedHost);
      if (rejection !== null) {
        reject(rejection);
        return;
      }
      sanitizeHeaders(request, options);
      if (serveFile?.(request, response)) return;
      setHeaders(request, response, headers);
      request.url = withPrefix(request.url, basePath);
      const handleByNext = await next;
      await withNotes(notes, () => handleByNext(request, response));
    } catch (error) {
      if (response.headersSent) {
        response.destroy();
        log.error({ ...traceField(notes), err: error }, 'a request failed after its response had begun');
      } else {
        const id = reject(internalError);
        log.error({ id, ...traceField(notes), err: error }, 'a request failed');
      }
    }
  };
}

/** Returns the URL of a request without the base path. @param url a path with a query */
function withoutPrefix(url: string, basePath: string): string {
  const rest = url.startsWith(basePath) ? url.slice(basePath.length) : url;
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

/** Returns a URL with the base path. Next redirects the start page with a slash at its end. */
function withPrefix(url: string, basePath: string): string {
  return basePath + (basePath === '' ? url : url.replace(/^\/(?=\?|$)/, ''));
}

/** Data under /api: JSON and downloads. */
const dataPath = /^\/api(?=[/?]|$)/;
const badgePath = /^\/api\/badge\.svg(\?|$)/;
/** Paths of build files, even of missing ones: Next sets how long the response may be cached. */
const buildFilePath = /^\/_next\/static\/[^?]*\.\w+(\?|$)/;

/** Sets the response headers for this path, no matter which part of Next responds. */
function setHeaders(request: IncomingMessage, response: ServerResponse, headers: SecurityHeaders): void {
  const url = request.url ?? '/';
  const isData = dataPath.test(url);
  const shown = badgePath.test(url) ? headers.badge : isData ? headers.data : headers.page;
  response.setHeaders(new Map(Object.entries(shown)));
  if (isData) return;
  const policy = headers.pagePolicy(randomBytes(16).toString('base64'));
  response.setHeader('Content-Security-Policy', policy);
  // Next reads the nonce of its scripts from this request header.
  request.headers['content-security-policy'] = policy;
  // Next sets Cache-Control for pages, but not for every redirect and error.
  if (!buildFilePath.test(url)) response.setHeader('Cache-Control', 'private, no-store');
}
