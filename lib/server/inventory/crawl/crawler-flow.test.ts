import { expect, test } from 'vitest';
import { FailureError } from '../../errors';
import type { Reading } from '../../upstream/reading';
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
    coverage?: string;
    failure?: unknown;
  } = {};
  const done = crawl({
    readPage(page) {
      const request = Promise.withResolvers<Reading<WirePage>>();
      open.set(page, request);
      started.push(page);
      return request.promise;
    },
    readsTwo: true,
    ...options,
  }).then(
    ({ complete, rows, coverage, failure }) =>
      Object.assign(outcome, failure ? { read: rows.length, coverage, failure } : { complete }),
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

test('page 1 is read first, then two pages at a time', async () => {
  const { started, outcome, answer } = start();
  expect(started).toEqual([1]);
  await answer(1);
  expect(started).toEqual([1, 2, 3]);
  await answer(3);
  expect(started).toEqual([1, 2, 3]);
  await answer(2);
  await answer(4, 5);
  await answer(6, 7);
  expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await answer(9, 8);
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
    const { started, outcome, fail } = start({ readsTwo: false });
    await fail(1, error);
    await fail(2, denied);
    expect(outcome.error).toBe(error);
    expect(started).toEqual([1, 2]);
  },
);

test('row 72: page k fails: the rest is read, and the result contains the failure', async () => {
  const { started, outcome, answer, fail } = start();
  await answer(1);
  await fail(3, failure);
  await answer(2);
  await answer(4, 5);
  await answer(6, 7);
  await answer(8);
  expect(outcome).toEqual({});
  await answer(9);
  expect(outcome).toEqual({ read: 800, coverage: 'gaps', failure: code(failure) });
  expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test.each([failure, broken, reset])(
  'row 72: page 1 fails and page 2 succeeds: the rest is read: $failure.code',
  async (error) => {
    const { started, outcome, answer, fail } = start({ readsTwo: false });
    await fail(1, error);
    for (const page of [2, 3, 4, 5, 6, 7, 8, 9]) await answer(page);
    expect(outcome).toEqual({ read: 800, coverage: 'gaps', failure: code(error) });
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  },
);

test.each([failure, broken, reset, denied, refused])(
  'row 72: two consecutive pages fail: the rest is read: $failure.code',
  async (error) => {
    const { started, outcome, answer, fail } = start({ readsTwo: false });
    await answer(1);
    await fail(2, error);
    await fail(3, error);
    for (const page of [4, 5, 6, 7, 8, 9]) await answer(page);
    expect(outcome).toEqual({ read: 700, coverage: 'gaps', failure: code(error) });
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  },
);

test('row 72: the last pages fail: the crawl still counts as having reached the end', async () => {
  const { outcome, answer, fail } = start({ readsTwo: false });
  for (const page of [1, 2, 3, 4, 5, 6]) await answer(page);
  for (const page of [7, 8, 9]) await fail(page, broken);
  expect(outcome).toEqual({ read: 600, coverage: 'gaps', failure: code(broken) });
});

test('page 1 fails, and page 2 is empty: the crawl fails with the failure of page 1', async () => {
  const readPage = async (page: number) => {
    if (page === 1) throw broken;
    return readingOf(pageOf(list.slice(0, 20), { page }));
  };
  await expect(crawl({ readPage, readsTwo: false })).rejects.toBe(broken);
});

test('three consecutive pages fail: no further page is requested', async () => {
  const { started, outcome, answer, fail } = start({ readsTwo: false });
  await answer(1);
  await fail(2, broken);
  await fail(3, failure);
  await fail(4, broken);
  expect(outcome).toEqual({ read: 100, coverage: 'interrupted', failure: code(broken) });
  expect(started).toEqual([1, 2, 3, 4]);
});

test.each([rejected, usedUp])(
  'a failure that affects all pages ends the crawl after the pages in flight have settled: $failure.code',
  async (error) => {
    const { started, outcome, answer, fail } = start();
    await answer(1);
    await fail(3, error);
    expect(outcome).toEqual({});
    await answer(2);
    expect(outcome).toEqual({ read: 200, coverage: 'interrupted', failure: code(error) });
    expect(started).toEqual([1, 2, 3]);
  },
);

test('an error thrown by onProgress rejects the crawl after the pages in flight have settled', async () => {
  const bug = new Error('bug');
  let calls = 0;
  const { started, outcome, answer } = start({
    onProgress() {
      calls += 1;
      if (calls === 2) throw bug;
    },
  });
  await answer(1);
  await answer(2);
  expect(outcome).toEqual({});
  await answer(3);
  expect(outcome.error).toBe(bug);
  expect(started).toEqual([1, 2, 3]);
});

test('with an aborted signal nothing is read', async () => {
  const { started, outcome, done } = start({ signal: AbortSignal.abort('closing') });
  await done;
  expect([started, outcome]).toEqual([[], { error: 'closing' }]);
});

test.each([
  ['page 1', [], [1], [1]],
  ['two pages', [1], [2, 3], [1, 2, 3]],
])(
  'aborted with %s in flight: no page is requested, and the crawl rejects after they have settled',
  async (_, before, inFlight, all) => {
    const abort = new AbortController();
    const { started, outcome, answer } = start({ signal: abort.signal });
    await answer(...before);
    abort.abort('closing');
    expect(outcome).toEqual({});
    await answer(...inFlight);
    expect(outcome.error).toBe('closing');
    expect(started).toEqual(all);
  },
);

test.each([
  ['page 1', [], 1],
  ['page 2', [1], 2],
])('aborted: a failure of %s does not replace the reason of the signal', async (_, before, failing) => {
  const abort = new AbortController();
  const { outcome, answer, fail } = start({ signal: abort.signal, readsTwo: false });
  await answer(...before);
  abort.abort('closing');
  await fail(failing, failure);
  expect(outcome.error).toBe('closing');
});

test('aborted with only the last page in flight: the crawl still rejects', async () => {
  const abort = new AbortController();
  const { outcome, answer } = start({ signal: abort.signal });
  for (const pages of [[1], [2, 3], [4, 5], [6, 7]]) await answer(...pages);
  abort.abort('closing');
  await answer(8, 9);
  expect(outcome).toEqual({ error: 'closing' });
});
