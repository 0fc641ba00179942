import 'server-only';
import { once } from 'node:events';
import { addAbortSignal, type Readable } from 'node:stream';
import { type EtaggedBody, matchesTag } from './etagged-body.ts';
import type { Export } from './export-file.ts';

/** The result of a handler: JSON, a body with a strong ETag (the response can be a 304), a download, or a whole response. */
export type Reply =
  | { json: unknown; status?: 200 | 202 | 503 }
  | { etaggedBody: EtaggedBody<unknown>; contentType?: string }
  | { download: Export }
  /** A whole response, without the headers that every response has. */
  | { response: Response };

export async function respond(reply: Reply, headers: Headers, request: Request): Promise<Response> {
  if ('json' in reply) {
    return new Response(JSON.stringify(reply.json), { status: reply.status ?? 200, headers });
  }
  if ('response' in reply) {
    const { response } = reply;
    headers.delete('Content-Type');
    for (const [name, value] of headers) response.headers.set(name, value);
    return response;
  }
  if ('download' in reply) {
    const { fileName, missing, settings, contentType, open } = reply.download;
    // Next does not read the body of a response to HEAD, so nothing would end the stream.
    const body = request.method === 'HEAD' ? null : await streamedBody(open(), request.signal);
    headers.set('Content-Type', contentType);
    headers.set('Content-Disposition', `attachment; filename="${fileName}"`);
    if (missing > 0) headers.set('Sightline-Missing', String(missing));
    if (settings !== null) headers.set('Sightline-Settings-Known', settings);
    return new Response(body, { headers });
  }
  const { bytes, tag } = reply.etaggedBody;
  if (reply.contentType !== undefined) headers.set('Content-Type', reply.contentType);
  headers.set('ETag', tag);
  // Next compresses bodies.
  headers.set('Vary', 'Accept-Encoding');
  if (!matchesTag(request.headers.get('if-none-match'), tag)) return new Response(bytes, { headers });
  headers.delete('Content-Type');
  return new Response(null, { status: 304, headers });
}

/**
 * Converts a stream to a body that is read on demand. @throws an error that occurs before the first chunk, while the status can
 * still change
 * @param signal of the request: Next does not cancel the body of a client that has disconnected before the first byte
 */
export async function streamedBody(
  source: Readable,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  await once(source, 'readable');
  const chunks: AsyncIterator<Uint8Array> = addAbortSignal(signal, source)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      source.destroy();
    },
  });
}
