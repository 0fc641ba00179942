import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { etaggedBody, matchesTag, readBody, respond } from './http.ts';

test('equal bodies have equal tags, different bodies have different tags', () => {
  const tagOf = (body: string) => etaggedBody(body).tag;
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => (tagOf(a) === tagOf(b)) === (a === b)));
});

test('a tag matches alone, in a list, as a weak tag, and by *', () => {
  const { tag } = etaggedBody('body');
  for (const header of [tag, `"x", ${tag}`, `W/${tag}`, '*']) expect(matchesTag(header, tag)).toBe(true);
  for (const header of [null, '', '"x"', tag.slice(1, -1)]) expect(matchesTag(header, tag)).toBe(false);
});

test('a client that has the body gets 304 without it', async () => {
  const answer = etaggedBody({ data: [] });
  const ask = (tag: string) => {
    const request = new Request('http://localhost/api/monitors', { headers: { 'If-None-Match': tag } });
    return respond({ etaggedBody: answer }, new Headers({ 'Content-Type': 'application/json' }), request);
  };
  const unchanged = await ask(answer.tag);
  expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([
    304,
    '',
    answer.tag,
  ]);
  expect(unchanged.headers.get('content-type')).toBeNull();
  expect((await ask('"other"')).status).toBe(200);
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

/** The response with a file, and the streams that it has opened. */
async function download(init: RequestInit) {
  const opened: Readable[] = [];
  const open = () => {
    const stream = Readable.from([Buffer.from('a'), Buffer.from('b')]);
    opened.push(stream);
    return stream;
  };
  const file = { fileName: 'a.csv', missing: 0, settings: null, contentType: 'text/csv', open };
  const request = new Request('http://localhost/api/monitors/export', init);
  return { opened, response: await respond({ download: file }, new Headers(), request) };
}

test('row 93: a response to HEAD opens no file', async () => {
  const { opened, response } = await download({ method: 'HEAD' });
  expect([response.headers.get('content-type'), response.body, opened.length]).toEqual(['text/csv', null, 0]);
});

test('row 93: the file of a client that has gone is closed, also when it has read nothing', async () => {
  const gone = new AbortController();
  const { opened } = await download({ signal: gone.signal });
  gone.abort();
  await expect.poll(() => opened[0]?.destroyed).toBe(true);
  const reading = await download({});
  await reading.response.body?.cancel();
  expect(reading.opened[0]?.destroyed).toBe(true);
});
