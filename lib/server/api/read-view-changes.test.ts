import { expect, test } from 'vitest';
import { readViewChanges } from './read-view-changes.ts';

/** A request whose body has no Content-Length, so that the launcher does not know its size. */
function requestOf(...chunks: string[]): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', duplex: 'half' };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return new Request('http://localhost/api/views/own', { ...init, body });
}

const view = { name: 'Shop', search: 'q=checkout', columns: null, position: 0 };
const changes = { remove: ['Old'], put: [view] };
const refused = (failure: object) => ({ failure: expect.objectContaining(failure) });

test('the changes of views are read from the body', async () => {
  const text = JSON.stringify(changes);
  expect(await readViewChanges(requestOf(text.slice(0, 20), text.slice(20)))).toEqual(changes);
});

test('a large body is rejected and not kept in memory', async () => {
  const space = ' '.repeat(1024);
  const chunks = Array.from({ length: 513 }, () => space);
  await expect(readViewChanges(requestOf(JSON.stringify(changes), ...chunks))).rejects.toMatchObject(
    refused({ code: 'too_large' }),
  );
});

test('a body that stops arriving is no bug', async () => {
  const request = new Request(requestOf('{'), { signal: AbortSignal.abort() });
  await expect(readViewChanges(request)).rejects.toMatchObject(refused({ parameter: 'body' }));
});

test.each([
  ['no JSON', '{', ''],
  ['an unknown shape', '{"put":[]}', 'remove'],
  // PostgreSQL cannot store it, and the storage would be reported as broken.
  ['a control character', JSON.stringify({ remove: [], put: [{ ...view, search: 'q=\0' }] }), 'put.0.search'],
  [
    'half of a character',
    JSON.stringify({ remove: [], put: [{ ...view, search: '\ud800' }] }),
    'put.0.search',
  ],
])('%s is refused', async (_, text, path) => {
  await expect(readViewChanges(requestOf(text))).rejects.toMatchObject(
    refused({ parameter: 'body', detail: `is wrong at "${path}"` }),
  );
});
