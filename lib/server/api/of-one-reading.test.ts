import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import type { EtaggedBody } from './etagged-body.ts';
import { responsesByReading } from './of-one-reading.ts';

/** Responses of a history whose version is a number. */
function setUp() {
  const history = { number: 1, version: () => String(history.number) };
  const cache = new LRUCache<string, EtaggedBody<number[]>>({ max: 9 });
  return { history, respond: responsesByReading(history, cache) };
}

test('a response is built once for each key and reading', async () => {
  const { history, respond } = setUp();
  const build = async () => [history.number];
  const first = await respond('a', build);
  expect(first.body).toEqual([1]);
  expect(await respond('a', build)).toBe(first);
  expect(await respond('b', build)).not.toBe(first);
  history.number = 2;
  expect((await respond('a', build)).body).toEqual([2]);
});

test('a response of which a part is older than a reading that was recorded meanwhile is built again', async () => {
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
  expect(await respond('a', build), 'kept for the later reading').toBe(response);
  expect(built).toBe(2);
});

test('where readings are recorded faster than a response is built, it is sent all the same', async () => {
  const { history, respond } = setUp();
  const build = async () => {
    history.number += 1;
    return [history.number];
  };
  expect((await respond('a', build)).body).toEqual([4]);
  expect((await respond('a', build)).body, 'not kept for a reading of which it is not').toEqual([7]);
});

test('a response that cannot be built is not kept', async () => {
  const { respond } = setUp();
  await expect(respond('a', () => Promise.reject(new TypeError('no')))).rejects.toThrow('no');
  expect((await respond('a', async () => [1])).body).toEqual([1]);
});
