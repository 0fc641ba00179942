import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { ErrorBody } from '../contract/error';
import type { ReadNowAnswer } from '../contract/read-now';
import type { MonitorList } from '../contract/responses';
import { listOf, rowOf } from './monitor-list.fixtures';
import { monitorListQuery, readNowMutation } from './queries';
import { failure, passTime, settle, setUpBrowser } from './queries.fixtures';

const { requests, next, open, contextOf } = setUpBrowser();
const listQuery = monitorListQuery({ page: 1, per_page: 25, facets: true }, contextOf());
const list = listOf([rowOf(1), rowOf(2)]);
const began = '2001-09-09T01:46:40.000Z';
const answerOf = (data: Partial<ReadNowAnswer['data']>): ReadNowAnswer => ({
  data: { outcome: 'reading', reading: began, cost: 12, reason: null, ...data },
});
const degraded = {
  code: 'upstream_timeout',
  message: 'It timed out.',
  since: began,
  retry_at: null,
} as const;

/** A list whose last crawl began at this time. */
const listAfter = (started_at: string, meta: Partial<MonitorList['meta']> = {}): MonitorList => ({
  ...list,
  meta: { ...list.meta, last_reading: { started_at, ended_at: started_at, requests: 13 }, ...meta },
});

/** Runs the mutation for a list that is shown. @returns its result, and the mock that is called for a long crawl */
async function readNow() {
  const client = open();
  new QueryObserver(client, listQuery).subscribe(() => {});
  await next().respond(list, { headers: { etag: '"1"' } });
  const onLongCrawl = vi.fn();
  const { queryKey } = listQuery;
  const options = client.defaultMutationOptions(
    readNowMutation({ uuid: null, queryKey }, contextOf(), onLongCrawl),
  );
  const answer = client.getMutationCache().build(client, options).execute();
  return { answer, onLongCrawl };
}

/** Responds to the next request. */
async function respond(body: ReadNowAnswer | MonitorList | ErrorBody, init?: ResponseInit): Promise<void> {
  await settle();
  await next().respond(body, init);
}

test('the list is requested until it shows the end of the crawl, and the cost is that of the crawl', async () => {
  const { answer, onLongCrawl } = await readNow();
  await respond(answerOf({}), { status: 202 });
  for (let polls = 0; polls < 8; polls += 1) {
    await passTime(500);
    await respond(listAfter('2001-09-09T01:46:10.000Z'));
  }
  expect(onLongCrawl.mock.calls).toEqual([[answerOf({})]]);
  await passTime(500);
  await respond(listAfter(began, { as_of: began, degraded }));
  expect((await answer).data).toMatchObject({ outcome: 'read', cost: 13, reason: { code: degraded.code } });
});

test('a crawl without newer data has failed', async () => {
  const { answer } = await readNow();
  await respond(answerOf({}), { status: 202 });
  await passTime(500);
  await respond(listAfter(began, { as_of: '2001-09-09T01:46:10.000Z', degraded }));
  expect((await answer).data).toMatchObject({ outcome: 'failed', cost: 13, reason: { code: degraded.code } });
});

test('while there is no list, a crawl has failed when the request for the list returns the reason', async () => {
  const { answer } = await readNow();
  await respond(answerOf({}), { status: 202 });
  await passTime(500);
  await respond({ ...failure, code: 'not_ready' }, { status: 503 });
  await passTime(500);
  await respond(failure, { status: 502 });
  expect((await answer).data).toMatchObject({
    outcome: 'failed',
    cost: 12,
    reason: { code: failure.code, message: failure.error },
  });
});

test('no request follows a refusal, and the wait for the end of a crawl is limited', async () => {
  const refusal = answerOf({
    outcome: 'refused',
    reading: null,
    reason: { code: 'just_read', message: 'Just read.', retry_at: null },
  });
  const refused = await readNow();
  await respond(refusal);
  expect(await refused.answer).toEqual(refusal);
  await passTime(5000);
  expect(requests).toHaveLength(0);

  const endless = await readNow();
  await respond(answerOf({}), { status: 202 });
  for (let polls = 0; polls < 240; polls += 1) {
    await passTime(500);
    for (const request of requests.splice(0)) await request.respond(list);
  }
  expect(await endless.answer).toEqual(answerOf({}));
});
