import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { logRequest } from './access-log.ts';
import type { ServeFile } from './brotli-files.ts';
import { rejectHost } from './reject-host.ts';
import { sendRejection } from './rejection.ts';
import { rejectRequest } from './request-limits.ts';
import { sanitizeHeaders } from './sanitize-headers.ts';
import { contentSecurityPolicy, documentHeaders, securityHeaders } from './security-headers.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What the answers depend on besides the request. */
interface RequestHandlerOptions {
  dev: boolean;
  /** Whether people open the product over https. */
  https: boolean;
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

/** Answers each request: logs it, sets headers, rejects what must not reach Next, and passes the rest on to it. */
export function createRequestHandler(options: RequestHandlerOptions) {
  const { log, next, serveFile } = options;

  const answer: Handler = async (request, response) => {
    logRequest(request, response, log);
    if (!prepare(request, response, options) || serveFile?.(request, response)) return;
    await (await next)(request, response);
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: unknown) => fail(error, response, log));
  };
}

/** Sets the headers of every answer and sanitizes those of the request. @returns false when it was rejected */
function prepare(
  request: IncomingMessage,
  response: ServerResponse,
  options: RequestHandlerOptions,
): boolean {
  const nonce = newNonce();
  for (const [name, value] of securityHeaders({ ...options, nonce })) response.setHeader(name, value);
  const rejection = rejectRequest(request) ?? rejectHost(request, options.hops, options.isAllowedHost);
  if (rejection) {
    sendRejection(response, rejection);
    return false;
  }
  sanitizeHeaders(request, options);
  if (builtFile.test(request.url ?? '')) response.removeHeader('Cache-Control');
  if (options.files.has(request.url ?? '')) {
    for (const name of documentHeaders) response.removeHeader(name);
  }
  // Next reads the nonce for the scripts it renders from the request.
  request.headers['content-security-policy'] = contentSecurityPolicy({ ...options, nonce });
  return true;
}

/** Next sets how long each file of the build may be cached. */
const builtFile = /^\/_next\/static\/[^?]*\.\w+(\?|$)/;

export const newNonce = () => randomBytes(16).toString('base64');

/** Next answers its own errors; what it throws all the same is a bug, here or there. */
function fail(error: unknown, response: ServerResponse, log: Logger): void {
  if (response.headersSent) {
    log.error({ err: error }, 'a request failed after its answer had begun');
    response.destroy();
    return;
  }
  const id = sendRejection(response, {
    status: 500,
    error: 'Something went wrong in Sightline itself; the log has the details under the request id.',
    code: 'internal',
  });
  log.error({ id, err: error }, 'a request failed');
}
