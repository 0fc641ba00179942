import type { UpstreamFailure } from '../errors.ts';
import type { UpstreamClient, UpstreamResult } from './client.ts';
import type { WireDetail, WirePage } from './schema.ts';
import type { UsageHeaders } from './usage-headers.ts';

/** A response that a test defines: a failure, or null for success. */
interface FakeResponse {
  failure?: UpstreamFailure | null;
  usage?: UsageHeaders;
  /** Of the header `Date`, epoch ms. */
  date?: number;
}

/** An upstream client whose responses are sent by the test, in the order of the requests. */
export interface FakeClient extends UpstreamClient {
  /** The requests without a response yet: `list 1`, `detail <uuid>`. */
  readonly asked: string[];
  /** Responds to the oldest request. */
  answer(response?: FakeResponse): void;
}

const emptyPage: WirePage = {
  monitors: [],
  dropped: 0,
  pagination: { per_page: 100, total: 0, total_pages: 0 },
};

/** @param detail the value of a successful detail request; @param page that of a list request */
export function createFakeClient(detail: WireDetail, page: WirePage = emptyPage): FakeClient {
  const pending: { name: string; settle: (response: FakeResponse) => void }[] = [];

  function request<T>(name: string, value: T): Promise<UpstreamResult<T>> {
    return new Promise((resolve) => {
      pending.push({
        name,
        settle: ({ failure = null, usage = {}, date = null }) =>
          resolve(failure ? { ok: false, failure, usage, date } : { ok: true, value, usage, date }),
      });
    });
  }

  return {
    get asked() {
      return pending.map(({ name }) => name);
    },
    answer(response = {}) {
      const first = pending.shift();
      if (first === undefined) throw new Error('nothing has been asked');
      first.settle(response);
    },
    listMonitors: (query) => request(`list ${query.page}`, page),
    getMonitor: (uuid) => request(`detail ${uuid}`, detail),
    close: async () => {},
  };
}
