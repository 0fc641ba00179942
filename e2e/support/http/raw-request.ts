import { Agent, request } from 'node:http';

/** A request that is sent unchanged. The path is not normalized; only `Host` and `Connection` are added. */
export interface RawRequest {
  path: string;
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
}

/** The response. `text` is the complete response with status line and headers, for searching. */
export interface RawResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  /** Names and values alternately, unchanged. */
  rawHeaders: readonly string[];
  text: string;
}

/** Timeout of a request, which fails the test of a product that hangs, milliseconds. */
const TIMEOUT_MS = 240_000;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends one request to the origin. @throws Error when no response arrives */
export function rawRequest(origin: string, sent: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        path: sent.path,
        method: sent.method ?? 'GET',
        headers: sent.headers ?? {},
        timeout: TIMEOUT_MS,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0, statusMessage, headers, rawHeaders } = response;
          const body = Buffer.concat(chunks).toString('latin1');
          resolve({
            status: statusCode,
            headers,
            rawHeaders,
            text: [`${statusCode} ${statusMessage}`, ...rawHeaders, body].join('\n'),
          });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`No response to ${sent.method} ${sent.path}`)));
    outgoing.on('error', reject);
    outgoing.end(sent.body);
  });
}

/**
 * Sends a request and, like a browser, follows the redirect by which Next adds the digest of its headers to the URL
 * (`_rsc`).
 */
export async function requestWithRscRedirect(origin: string, sent: RawRequest): Promise<RawResponse> {
  const response = await rawRequest(origin, sent);
  const { location } = response.headers;
  const isDigest = response.status === 307 && typeof location === 'string' && /[?&]_rsc\b/.test(location);
  if (!isDigest) return response;
  const url = new URL(location, origin);
  return rawRequest(origin, { ...sent, path: `${url.pathname}${url.search}` });
}
