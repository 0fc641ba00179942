import { environmentManager, focusManager, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { ErrorBody } from '../contract/error';
import type { RequestContext } from './fetch-json';
import { createQueryClient } from './query-client';

/** A request in flight, to which the test responds. */
interface OpenRequest {
  path: string;
  headers: Headers;
  signal: AbortSignal | undefined;
  respond(body: unknown, init?: ResponseInit): Promise<void>;
}

export const failure: ErrorBody = { code: 'upstream_error', error: 'It failed.', request_id: 'r1' };

/** Completes everything that takes no time: parsing, due timers. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export async function passTime(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

/** Simulates a browser for the tests of a file: its time is faked, and the test responds to its requests. */
export function setUpBrowser() {
  const requests: OpenRequest[] = [];
  const onSignedOut = vi.fn();
  const clients: QueryClient[] = [];

  // Loads the schemas in advance, so that importing them takes no time in the tests.
  beforeAll(() =>
    Promise.all([
      import('../contract/responses'),
      import('../contract/error'),
      import('../contract/usage'),
      import('../contract/changes'),
    ]),
  );
  beforeEach(() => {
    vi.useFakeTimers({
      now: 1_000_000_000_000,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
    });
    environmentManager.setIsServer(() => false);
    focusManager.setFocused(true);
    requests.length = 0;
    onSignedOut.mockReset();
    vi.stubGlobal('fetch', (path: string, { headers, signal }: RequestInit) => {
      const answer = Promise.withResolvers<Response>();
      signal?.addEventListener('abort', () => answer.reject(signal.reason));
      requests.push({
        path,
        headers: new Headers(headers),
        signal: signal ?? undefined,
        async respond(body, init) {
          answer.resolve(new Response(body === null ? null : JSON.stringify(body), init));
          await settle();
        },
      });
      return answer.promise;
    });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) {
      client.clear();
      client.unmount();
    }
    focusManager.setFocused(undefined);
    environmentManager.setIsServer(() => typeof window === 'undefined');
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  return {
    requests,
    onSignedOut,
    /** The oldest request that the test has not taken yet. @throws Error when there is none */
    next(): OpenRequest {
      const oldest = requests.shift();
      if (!oldest) throw new Error('Nothing was requested.');
      return oldest;
    },
    open(): QueryClient {
      const client = createQueryClient(onSignedOut);
      client.mount();
      clients.push(client);
      return client;
    },
    contextOf: (isPaused = false): RequestContext => ({
      isPaused,
      isPausedNow: () => isPaused,
      // Long before `refresh_at`, so that only the interval determines the polls.
      serverNow: () => 0,
      onServerTime: () => {},
    }),
  };
}
