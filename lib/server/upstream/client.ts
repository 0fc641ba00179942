import 'server-only';
import { Pool } from 'undici';
import { z } from 'zod';
import type { Clock } from '../clock';
import type { UpstreamFailure } from '../errors';
import { parseDateHeader } from './date-header';
import { discard, readJson } from './read-json';
import type { ReadResult } from './read-result';
import { readDetail, readPage, type WireDetail, type WirePage } from './schema';
import { forbiddenFailure, statusFailure } from './status-failure';
import { invalid, transportFailure } from './transport-failure';
import { parseUsageHeaders, type UsageHeaders } from './usage-headers';

const DEADLINE_MS = 5_000;
const BODY_MAX_BYTES = 4 * 1024 * 1024;
/** As many as admission lets in flight. */
const CONNECTIONS_MAX = 4;

/** A page of the whole list under upstream's own names (spec, "GET /v1/monitors"): filters are the inventory's work. */
export interface ListQuery {
  page: number;
  per_page: number;
}

/** What one attempt came to. */
export type UpstreamAnswer<T> = ({ ok: true; value: T } | { ok: false; failure: UpstreamFailure }) & {
  /** The counters this answer carried; empty when there was none. */
  usage: UsageHeaders;
  /** Upstream's header `Date`, epoch ms; null when it did not say. */
  date: number | null;
};

/** The two endpoints of upstream, one attempt a call. Trouble with upstream is an answer, never an exception. */
export interface UpstreamClient {
  listMonitors(query: ListQuery): Promise<UpstreamAnswer<WirePage>>;
  /** @throws TypeError for what has not the shape of a UUID: callers check it first */
  getMonitor(uuid: string): Promise<UpstreamAnswer<WireDetail>>;
  /** Ends connections and attempts under way (they answer `upstream_unreachable`). */
  close(): Promise<void>;
}

/**
 * A client with its own few connections to the one origin of `baseUrl`; the pool knows no other, so the key cannot
 * go elsewhere. Each attempt has `deadlineMs` in all, waiting for a connection included. The key is kept in this
 * closure alone.
 *
 * @param options.baseUrl ends in `/v1`, see `parseBaseUrl`
 * @param options.apiKey visible ASCII
 * @param options.deadlineMs 5,000 unless a test is in a hurry
 */
export function createUpstreamClient(options: {
  baseUrl: URL;
  apiKey: string;
  clock: Clock;
  deadlineMs?: number;
}): UpstreamClient {
  const { baseUrl, apiKey, clock, deadlineMs = DEADLINE_MS } = options;
  const pool = new Pool(baseUrl.origin, {
    connections: CONNECTIONS_MAX,
    maxResponseSize: BODY_MAX_BYTES,
    allowH2: false,
    // The deadline's signal governs an attempt as a whole; it cannot end a handshake, so that gets the same limit.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot send the key to whoever answers.
    connect: { timeout: deadlineMs, rejectUnauthorized: true },
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
  ): Promise<UpstreamAnswer<T>> {
    const deadline = AbortSignal.timeout(deadlineMs);
    let seen: { usage: UsageHeaders; date: number | null } = { usage: {}, date: null };
    const failed = (failure: UpstreamFailure): UpstreamAnswer<T> => ({ ok: false, failure, ...seen });
    let body: ReadResult<unknown>;
    try {
      const request = pool.request({
        method: 'GET',
        path: baseUrl.pathname + path,
        headers,
        signal: deadline,
      });
      const response = await orAborted(request, deadline);
      seen = { usage: parseUsageHeaders(response.headers), date: parseDateHeader(response.headers.date) };
      if (response.statusCode === 403) {
        const named = await readJson(response, deadline).catch(() => null);
        return failed(forbiddenFailure(named?.ok ? named.value : undefined, apiKey));
      }
      if (response.statusCode !== 200) {
        discard(response, deadline);
        return failed(statusFailure(response.statusCode, endpoint, seen.usage, clock.now()));
      }
      body = await readJson(response, deadline);
    } catch (error) {
      return failed(transportFailure(error));
    }
    const result = body.ok ? read(body.value) : body;
    return result.ok ? { ...result, ...seen } : failed(invalid(result.reason));
  }

  return {
    listMonitors: ({ page, per_page }) =>
      attempt('list', `/monitors?page=${page}&per_page=${per_page}`, readPage),
    async getMonitor(uuid) {
      if (!z.guid().safeParse(uuid).success) throw new TypeError('getMonitor takes a UUID');
      return attempt('detail', `/monitors/${uuid}`, (json) => readDetail(json, uuid));
    },
    close: () => pool.destroy(),
  };
}

/** A request that still waits for a connection does not hear the signal, so the wait itself is cut short. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, aborted]);
}
