import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { consistentRead } from './cached-view.ts';

/** Responses of a history whose version is a number. */
function setUp() {
  const history = { number: 1, version: () => String(history.number) };
  return { history, respond: consistentRead<number[]>(history) };
}

test('a response is built once for each key and crawl', async () => {
  const { history, respond } = setUp();
  const build = async () => [history.number];
  const first = await respond('a', build);
  expect(first.body).toEqual([1]);
  expect(await respond('a', build)).toBe(first);
  expect(await respond('b', build)).not.toBe(first);
  history.number = 2;
  expect((await respond('a', build)).body).toEqual([2]);
});

test('a response is built again if a crawl was recorded meanwhile', async () => {
  const { history, respond } = setUp();
  let built = 0;
  const build = async () => {
    const first = history.number;
    built += 1;
    if (built === 1) history.number = 2;
    return [first, history.number];
  };
  const response = await respond('a', build);
  expect(response.body).toEqual([2, 2]);
  expect(await respond('a', build), 'kept for the later crawl').toBe(response);
  expect(built).toBe(2);
});

test('a response is sent also when crawls are recorded faster than it is built', async () => {
  const { history, respond } = setUp();
  const build = async () => {
    history.number += 1;
    return [history.number];
  };
  expect((await respond('a', build)).body).toEqual([4]);
  expect((await respond('a', build)).body, 'not kept for a later crawl').toEqual([7]);
});

test('a response that cannot be built is not cached', async () => {
  const { respond } = setUp();
  await expect(respond('a', () => Promise.reject(new TypeError('no')))).rejects.toThrow('no');
  expect((await respond('a', async () => [1])).body).toEqual([1]);
});

test('row 115: many distinct long queries do not make the cache large', async () => {
  const { respond } = setUp();
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  for (let n = 0; n < 20_000; n += 1) await respond(`${n} ${'x'.repeat(4000)}`, async () => [n]);
  expect((used() - before) / 2 ** 20).toBeLessThan(20);
});
