import fc from 'fast-check';
import { expect, test } from 'vitest';
import { etaggedBody, matchesTag, readBody } from './http.ts';

test('equal bodies have equal tags, different bodies have different tags', () => {
  const tagOf = (body: string) => etaggedBody(body).tag;
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => (tagOf(a) === tagOf(b)) === (a === b)));
});

test('a tag matches alone, in a list, as a weak tag, and by *', () => {
  const { tag } = etaggedBody('body');
  for (const header of [tag, `"x", ${tag}`, `W/${tag}`, '*']) expect(matchesTag(header, tag)).toBe(true);
  for (const header of [null, '', '"x"', tag.slice(1, -1)]) expect(matchesTag(header, tag)).toBe(false);
});

/** A request whose body has no Content-Length, so that the launcher does not know its size. */
function requestOf(...chunks: string[]): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', duplex: 'half' };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return new Request('http://localhost/api/coverage', { ...init, body });
}

const refused = (failure: object) => ({ failure: expect.objectContaining(failure) });

test('a body that arrives in parts is read', async () => {
  const body = await readBody(requestOf('{"a"', ':1}'), 7);
  expect(new TextDecoder().decode(body)).toBe('{"a":1}');
});

test('a large body is refused', async () => {
  await expect(readBody(requestOf('1234', '5678'), 7)).rejects.toMatchObject(refused({ code: 'too_large' }));
});

test('a body that stops arriving is no bug', async () => {
  const request = new Request(requestOf('{'), { signal: AbortSignal.abort() });
  await expect(readBody(request, 7)).rejects.toMatchObject(refused({ parameter: 'body' }));
});
