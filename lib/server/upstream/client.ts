import 'server-only';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import { z } from 'zod';
import { MAX_IN_FLIGHT, UPSTREAM_DEADLINE_MS } from '../../contract/limits.ts';
import type { Clock } from '../clock';
import type { UpstreamFailure } from '../errors';
import {
  forbiddenFailure,
  invalidResponse,
  type ReadResult,
  statusFailure,
  transportFailure,
} from './response-failure';
import { readDetail, readPage, type WireDetail, type WirePage } from './schema';
import { parseDateHeader, parseUsageHeaders, type UsageHeaders } from './usage-headers';

const RESPONSE_MAX_BYTES = 4 * 1024 * 1024;

/** Parameters of a list request, named as in the spec ("GET /v1/monitors"). The inventory filters. */
export interface ListQuery {
  page: number;
  per_page: number;
}

export type UpstreamResult<T> = ({ ok: true; value: T } | { ok: false; failure: UpstreamFailure }) & {
  /** Empty when there was no response or it had no counters. */
  usage: UsageHeaders;
  /** Upstream's header `Date`, epoch ms; null when missing. */
  date: number | null;
};

export type UpstreamClient = ReturnType<typeof createUpstreamClient>;

/**
 * The two endpoints of upstream, one attempt per call. Failures of upstream are returned, never thrown. The connection
 * pool connects to the origin of `baseUrl` only, and the key is kept in this closure only, so that it cannot be sent
 * elsewhere. Through a proxy for https, the key is inside the tunnel.
 *
 * @param options.deadlineMs maximum duration of an attempt, including the wait for a connection
 */
export function createUpstreamClient(options: {
  baseUrl: URL;
  apiKey: string;
  /** The forward proxy; by default none. */
  proxy?: URL | null;
  clock: Clock;
  deadlineMs?: number;
}) {
  const { baseUrl, apiKey, proxy = null, clock, deadlineMs = UPSTREAM_DEADLINE_MS } = options;
  const settings = {
    connections: MAX_IN_FLIGHT,
    maxResponseSize: RESPONSE_MAX_BYTES,
    allowH2: false,
    // The deadline's signal limits an attempt. It cannot abort a handshake, which has the same limit below.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot send the key to an unverified server.
  const connect = { timeout: deadlineMs, rejectUnauthorized: true };
  const pool: Dispatcher =
    proxy === null
      ? new Pool(baseUrl.origin, { ...settings, connect })
      : new ProxyAgent({
          ...settings,
          uri: proxy.href,
          requestTls: connect,
          proxyTls: connect,
          // For http, without a tunnel, undici ignores the settings unless the factory applies them.
          factory: (origin, options) => new Pool(origin, { ...settings, ...options }),
        });
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'sightline',
  };

  async function attempt<T>(
    endpoint: 'list' | 'detail',
    path: string,
    read: (json: unknown) => ReadResult<T>,
  ): Promise<UpstreamResult<T>> {
    const deadline = AbortSignal.timeout(deadlineMs);
    let responseInfo: { usage: UsageHeaders; date: number | null } = { usage: {}, date: null };
    const failed = (failure: UpstreamFailure): UpstreamResult<T> => ({ ok: false, failure, ...responseInfo });
    let body: ReadResult<unknown>;
    try {
      const request = {
        origin: baseUrl.origin,
        method: 'GET',
        path: baseUrl.pathname + path,
        headers,
        signal: deadline,
      } as const;
      const response = await rejectOnAbort(pool.request(request), deadline);
      const date = parseDateHeader(response.headers.date);
      responseInfo = { usage: parseUsageHeaders(response.headers), date };
      if (response.statusCode === 403) {
        const errorBody = await readJson(response, deadline).catch(() => null);
        return failed(forbiddenFailure(errorBody?.ok ? errorBody.value : undefined, apiKey));
      }
      if (response.statusCode !== 200) {
        discard(response, deadline);
        return failed(statusFailure(response.statusCode, endpoint, responseInfo.usage, clock.now()));
      }
      body = await readJson(response, deadline);
    } catch (error) {
      return failed(transportFailure(error, proxy !== null));
    }
    const result = body.ok ? read(body.value) : body;
    return result.ok ? { ...result, ...responseInfo } : failed(invalidResponse(result.reason));
  }

  return {
    listMonitors: ({ page, per_page }: ListQuery): Promise<UpstreamResult<WirePage>> =>
      attempt('list', `/monitors?page=${page}&per_page=${per_page}`, readPage),
    /** @throws TypeError when `uuid` is not a UUID: callers check it first */
    async getMonitor(uuid: string): Promise<UpstreamResult<WireDetail>> {
      if (!z.guid().safeParse(uuid).success) throw new TypeError('getMonitor takes a UUID');
      return attempt('detail', `/monitors/${uuid}`, (json) => readDetail(json, uuid));
    },
    /** Closes connections and aborts attempts in flight, which return `upstream_unreachable`. */
    close: (): Promise<void> => pool.destroy(),
  };
}

/** Rejects when the signal aborts: undici ignores the signal while a request waits for a connection. */
function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, aborted]);
}

type Response = Pick<Dispatcher.ResponseData, 'headers' | 'body'>;

/** How much of an unused body is received to keep its connection open. */
const DISCARD_MAX_BYTES = 64 * 1024;

/**
 * Reads the complete body as JSON in UTF-8, with or without a byte-order mark. Some servers and proxies compress with gzip although our
 * requests accept no encoding. The connection pool limits the size that is received, and the signal of the request aborts it.
 *
 * @throws the error of the connection: closed early, too large, or deadline exceeded
 */
async function readJson(response: Response, deadline: AbortSignal): Promise<ReadResult<unknown>> {
  const encoding = [response.headers['content-encoding'] ?? 'identity'].flat().join(', ').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    discard(response, deadline);
    return { ok: false, reason: 'has an unknown content encoding' };
  }
  const received = await response.body.bytes();
  let bytes: Uint8Array;
  try {
    bytes =
      encoding === 'gzip'
        ? await promisify(gunzip)(received, { maxOutputLength: RESPONSE_MAX_BYTES })
        : received;
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return { ok: false, reason: isTooLarge ? 'is larger than 4 MiB' : 'cannot be decompressed' };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, reason: 'is not UTF-8 text' };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'is not JSON' };
  }
}

/** Receives and discards an unused body in the background, at most until the deadline. */
function discard(response: Response, deadline: AbortSignal): void {
  response.body.dump({ limit: DISCARD_MAX_BYTES, signal: deadline }).catch(() => {
    // Errors do not matter: the status has already determined the result.
  });
}
