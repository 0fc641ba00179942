import { expect, test } from 'vitest';
import { FailureError } from '../../errors';
import type { Reading } from '../../upstream/gateway';
import type { WirePage } from '../../upstream/schema';
import { monitors, pageOf, readingOf } from './crawl.fixtures';
import { type CrawlOptions, crawl } from './crawler';

const list = monitors(900);
const failure = new FailureError({ code: 'upstream_timeout' });

/** A crawl of nine pages whose responses are sent by the test. */
function start(options: Partial<CrawlOptions> = {}) {
  const open = new Map<number, PromiseWithResolvers<Reading<WirePage>>>();
  const started: number[] = [];
  const outcome: {
    error?: unknown;
    complete?: boolean;
    read?: number;
    extent?: string;
    failure?: unknown;
  } = {};
  const done = crawl({
    readPage(page) {
      const request = Promise.withResolvers<Reading<WirePage>>();
      open.set(page, request);
      started.push(page);
      return request.promise;
    },
    ...options,
  }).then(
    ({ complete, rows, extent, failure }) =>
      Object.assign(outcome, failure ? { read: rows.length, extent, failure } : { complete }),
    (error: unknown) => Object.assign(outcome, { error }),
  );
  const settle = () => new Promise(setImmediate);
  return {
    started,
    outcome,
    done,
    async answer(...pages: number[]) {
      for (const page of pages) open.get(page)?.resolve(readingOf(pageOf(list, { page })));
      await settle();
    },
    async fail(page: number, error: unknown) {
      open.get(page)?.reject(error);
      await settle();
    },
  };
}

test('the pages are read in order, one at a time', async () => {
  const { started, outcome, answer } = start();
  for (const page of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    expect(started.at(-1)).toBe(page);
    expect(started).toHaveLength(page);
    await answer(page);
  }
  expect(outcome).toEqual({ complete: true });
});

const code = (failed: FailureError) => failed.failure;
const rejected = new FailureError({ code: 'api_key_rejected' });
const broken = new FailureError({ code: 'upstream_error', status: 500 });

const refused = new FailureError({ code: 'upstream_unreachable', reason: 'refused' });
const reset = new FailureError({ code: 'upstream_unreachable', reason: 'reset' });
const denied = new FailureError({ code: 'access_denied' });
const usedUp = new FailureError({ code: 'daily_quota_exhausted', retryAt: null });

test.each([rejected, denied, refused, usedUp])(
  'row 25: page 1 fails with a failure that affects all pages: the crawl fails with it: $failure.code',
  async (error) => {
    const { started, outcome, fail } = start();
    await fail(1, error);
    expect(outcome.error).toBe(error);
    expect(started).toEqual([1]);
  },
);

test.each([failure, broken, reset])(
  'row 25: page 1 and page 2 fail: the crawl fails with the failure of page 1: $failure.code',
  async (error) => {
    const { started, outcome, fail } = start();
    await fail(1, error);
    await fail(2, denied);
    expect(outcome.error).toBe(error);
    expect(started).toEqual([1, 2]);
  },
);

test.each([failure, broken, reset])(
  'row 72: page 1 fails and page 2 succeeds: the rest is read: $failure.code',
  async (error) => {
    const { started, outcome, answer, fail } = start();
    await fail(1, error);
    for (const page of [2, 3, 4, 5, 6, 7, 8, 9]) await answer(page);
    expect(outcome).toEqual({ read: 800, extent: 'gaps', failure: code(error) });
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  },
);

test.each([failure, broken, reset, denied, refused])(
  'row 72: two consecutive pages fail: the rest is read: $failure.code',
  async (error) => {
    const { started, outcome, answer, fail } = start();
    await answer(1);
    await fail(2, error);
    await fail(3, error);
    for (const page of [4, 5, 6, 7, 8, 9]) await answer(page);
    expect(outcome).toEqual({ read: 700, extent: 'gaps', failure: code(error) });
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  },
);

test('row 72: the last pages fail: the crawl still counts as having reached the end', async () => {
  const { outcome, answer, fail } = start();
  for (const page of [1, 2, 3, 4, 5, 6]) await answer(page);
  for (const page of [7, 8, 9]) await fail(page, broken);
  expect(outcome).toEqual({ read: 600, extent: 'gaps', failure: code(broken) });
});

test('page 1 fails, and page 2 is empty: the crawl fails with the failure of page 1', async () => {
  const readPage = async (page: number) => {
    if (page === 1) throw broken;
    return readingOf(pageOf(list.slice(0, 20), { page }));
  };
  await expect(crawl({ readPage })).rejects.toBe(broken);
});

test('three consecutive pages fail: no further page is requested', async () => {
  const { started, outcome, answer, fail } = start();
  await answer(1);
  await fail(2, broken);
  await fail(3, failure);
  await fail(4, broken);
  expect(outcome).toEqual({ read: 100, extent: 'interrupted', failure: code(broken) });
  expect(started).toEqual([1, 2, 3, 4]);
});

test.each([rejected, usedUp])(
  'a failure that affects all pages ends the crawl: $failure.code',
  async (error) => {
    const { started, outcome, answer, fail } = start();
    await answer(1);
    await fail(2, error);
    expect(outcome).toEqual({ read: 100, extent: 'interrupted', failure: code(error) });
    expect(started).toEqual([1, 2]);
  },
);

test('an error thrown by onProgress rejects the crawl', async () => {
  const bug = new Error('bug');
  const { outcome, answer } = start({
    onProgress() {
      throw bug;
    },
  });
  await answer(1);
  expect(outcome.error).toBe(bug);
});

test('with an aborted signal nothing is read', async () => {
  const { started, outcome, done } = start({ signal: AbortSignal.abort('closing') });
  await done;
  expect([started, outcome]).toEqual([[], { error: 'closing' }]);
});

test.each(['answer', 'fail'] as const)(
  'aborted with a page in flight: no page is requested, and the crawl rejects after it: %s',
  async (how) => {
    for (const last of [1, 2, 9]) {
      const abort = new AbortController();
      const { started, outcome, answer, fail } = start({ signal: abort.signal });
      for (let page = 1; page < last; page += 1) await answer(page);
      abort.abort('closing');
      expect(outcome).toEqual({});
      await (how === 'answer' ? answer(last) : fail(last, failure));
      expect(outcome.error).toBe('closing');
      expect(started).toHaveLength(last);
    }
  },
);
