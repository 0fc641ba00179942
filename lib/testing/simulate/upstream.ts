import type { ReferenceApi } from '../../reference-api/api.ts';
import type { Clock } from '../../server/clock.ts';
import type { UpstreamClient, UpstreamResult } from '../../server/upstream/client.ts';
import { parseDateHeader } from '../../server/upstream/date-header.ts';
import type { ReadResult } from '../../server/upstream/read-result.ts';
import { readDetail, readPage, type WirePage } from '../../server/upstream/schema.ts';
import { statusFailure } from '../../server/upstream/status-failure.ts';
import { parseUsageHeaders } from '../../server/upstream/usage-headers.ts';

/** The reference API in the same process, as the gateway knows upstream: real headers, real bodies, simulated time. */
export interface SimulatedUpstream {
  client: UpstreamClient;
  /** How many requests of ours were received, and how many of them were answered 429. */
  counts(): { received: number; refused: number };
}

/** A way to upstream or back takes this long, and up to as long again by chance. */
const LEG_MS = 40;
/** There and back on average, milliseconds. */
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
  /** The last body of each page, read: nothing changes in a still world, and reading is most of the work. */
  const pages = new Map<string, { body: string; result: ReadResult<WirePage> }>();

  const travel = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(LEG_MS * (1 + random()), resolve);
    });

  async function ask<T>(
    url: string,
    endpoint: 'list' | 'detail',
    read: (body: string) => ReadResult<T>,
  ): Promise<UpstreamResult<T>> {
    await travel();
    const answer = api.handle({
      method: 'GET',
      url,
      authorization: `Bearer ${key}`,
      remoteAddress: '127.0.0.1',
    });
    received += 1;
    if (answer.status === 429) refused += 1;
    await travel();
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const seen = { usage: parseUsageHeaders(headers), date: parseDateHeader(headers.date) };
    if (answer.status !== 200) {
      return { ok: false, failure: statusFailure(answer.status, endpoint, seen.usage, clock.now()), ...seen };
    }
    const result = read(answer.body);
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
        return ask(url, 'list', (body) => readKnownPage(url, body));
      },
      getMonitor: (uuid) =>
        ask(`/v1/monitors/${uuid}`, 'detail', (body) => readDetail(JSON.parse(body), uuid)),
      close: () => Promise.resolve(),
    },
    counts: () => ({ received, refused }),
  };
}
