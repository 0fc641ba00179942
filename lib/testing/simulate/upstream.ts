import type { ReferenceApi } from '../../reference-api/api.ts';
import type { Clock } from '../../server/clock.ts';
import type { UpstreamClient, UpstreamResult } from '../../server/upstream/client.ts';
import type { ReadResult } from '../../server/upstream/response-failure.ts';
import { statusFailure } from '../../server/upstream/response-failure.ts';
import { readDetail, readPage, type WirePage } from '../../server/upstream/schema.ts';
import { parseDateHeader, parseUsageHeaders } from '../../server/upstream/usage-headers.ts';

/** The reference API in the same process as an upstream for the gateway: real headers and bodies, simulated time. */
export interface SimulatedUpstream {
  client: UpstreamClient;
  /** The number of our requests received, and of those rejected with 429. */
  counts(): { received: number; refused: number };
}

/** The latency in one direction: this long, plus a random time of up to the same length. */
const LEG_MS = 40;
/** The average round trip, milliseconds. */
export const MEAN_ANSWER_MS = 2 * LEG_MS * 1.5;

export function createSimulatedUpstream(parts: {
  api: ReferenceApi;
  key: string;
  clock: Clock;
  random: () => number;
}): SimulatedUpstream {
  const { api, key, clock, random } = parts;
  let received = 0;
  let refused = 0;
  /** The last body of each page, parsed: the monitors never change, and parsing would be most of the work. */
  const pages = new Map<string, { body: string; result: ReadResult<WirePage> }>();

  const travel = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(LEG_MS * (1 + random()), resolve);
    });

  async function attempt<T>(
    url: string,
    endpoint: 'list' | 'detail',
    read: (body: string) => ReadResult<T>,
  ): Promise<UpstreamResult<T>> {
    await travel();
    const response = api.handle({
      method: 'GET',
      url,
      authorization: `Bearer ${key}`,
      remoteAddress: '127.0.0.1',
    });
    received += 1;
    if (response.status === 429) refused += 1;
    await travel();
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const date = parseDateHeader(headers.date);
    const seen = { usage: parseUsageHeaders(headers), date };
    if (response.status !== 200) {
      return {
        ok: false,
        failure: statusFailure(response.status, endpoint, seen.usage, clock.now()),
        ...seen,
      };
    }
    const result = read(response.body);
    if (result.ok) return { ...result, ...seen };
    return { ok: false, failure: { code: 'upstream_invalid_response', reason: result.reason }, ...seen };
  }

  function readKnownPage(url: string, body: string): ReadResult<WirePage> {
    const known = pages.get(url);
    if (known?.body === body) return known.result;
    const result = readPage(JSON.parse(body));
    pages.set(url, { body, result });
    return result;
  }

  return {
    client: {
      listMonitors({ page, per_page }) {
        const url = `/v1/monitors?page=${page}&per_page=${per_page}`;
        return attempt(url, 'list', (body) => readKnownPage(url, body));
      },
      getMonitor: (uuid) =>
        attempt(`/v1/monitors/${uuid}`, 'detail', (body) => readDetail(JSON.parse(body), uuid)),
      close: () => Promise.resolve(),
    },
    counts: () => ({ received, refused }),
  };
}
