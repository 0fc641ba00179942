import { Agent, request } from 'node:http';

/** What is sent, as it is: no path is tidied up and no header added but `Host` and `Connection`. */
export interface RawRequest {
  path: string;
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
}

/** What came back. `text` is all of it, status line and headers too, for searching. */
export interface RawAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  /** Names and values in turn, as they came. */
  rawHeaders: readonly string[];
  text: string;
}

/** A product that hangs fails its test by this, milliseconds. */
const LONGEST_MS = 10_000;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends one request to the origin. @throws Error when no answer comes */
export function rawRequest(origin: string, sent: RawRequest): Promise<RawAnswer> {
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
        timeout: LONGEST_MS,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode = 0, statusMessage, headers, rawHeaders } = answer;
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
    outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer to ${sent.method} ${sent.path}`)));
    outgoing.on('error', reject);
    outgoing.end(sent.body);
  });
}

/**
 * Asks as persistently as a browser: where Next wants the digest of its own headers in the address (`_rsc`), it says
 * so by a redirect to the right one.
 */
export async function persistentRequest(origin: string, sent: RawRequest): Promise<RawAnswer> {
  const answer = await rawRequest(origin, sent);
  const { location } = answer.headers;
  const isDigest = answer.status === 307 && typeof location === 'string' && /[?&]_rsc\b/.test(location);
  if (!isDigest) return answer;
  const url = new URL(location, origin);
  return rawRequest(origin, { ...sent, path: `${url.pathname}${url.search}` });
}
