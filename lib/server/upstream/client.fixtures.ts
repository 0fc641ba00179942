import type { UpstreamFailure } from '../errors.ts';
import type { UpstreamAnswer, UpstreamClient } from './client.ts';
import type { WireDetail, WirePage } from './schema.ts';
import type { UsageHeaders } from './usage-headers.ts';

/** What a test lets upstream answer: a failure, or null for a good answer. */
interface Play {
  failure?: UpstreamFailure | null;
  usage?: UsageHeaders;
}

/** An upstream client whose answers come when the test says so, in the order of asking. */
export interface FakeClient extends UpstreamClient {
  /** What has been asked and not answered yet: `list 1`, `detail <uuid>`. */
  readonly asked: string[];
  /** Answers the oldest question. */
  answer(play?: Play): void;
}

const emptyPage: WirePage = {
  monitors: [],
  dropped: 0,
  pagination: { page: 1, per_page: 100, total: 0, total_pages: 0 },
};

/** @param detail what a good answer to a detail holds */
export function createFakeClient(detail: WireDetail, page: WirePage = emptyPage): FakeClient {
  const open: { question: string; settle: (play: Play) => void }[] = [];

  function ask<T>(question: string, value: T): Promise<UpstreamAnswer<T>> {
    return new Promise((resolve) => {
      open.push({
        question,
        settle: ({ failure = null, usage = {} }) =>
          resolve({ ...(failure ? { ok: false, failure } : { ok: true, value }), usage, date: null }),
      });
    });
  }

  return {
    get asked() {
      return open.map(({ question }) => question);
    },
    answer(play = {}) {
      const first = open.shift();
      if (first === undefined) throw new Error('nothing has been asked');
      first.settle(play);
    },
    listMonitors: (query) => ask(`list ${query.page}`, page),
    getMonitor: (uuid) => ask(`detail ${uuid}`, detail),
    close: async () => {},
  };
}
