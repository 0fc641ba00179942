import 'server-only';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { addAbortSignal, type Readable } from 'node:stream';
import { FailureError } from '../errors.ts';
import type { Export } from './export-file.ts';

/** A response body: the value for pages, its bytes and their entity tag for routes. */
export interface EtaggedBody<T> {
  body: T;
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong, with its quotes: the first 27 base64url digits of the SHA-256. */
  tag: string;
}

/** Text is sent as it is, everything else as JSON. */
export function etaggedBody<T>(body: T): EtaggedBody<T> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const tag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
  return { body, bytes: new TextEncoder().encode(text), tag };
}

/** Whether an `If-None-Match` header matches this tag (RFC 9110, 13.1.2: weak comparison, a list, or `*`). */
export function matchesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === tag;
  });
}

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

export const incompleteBody = {
  code: 'invalid_parameter',
  parameter: 'body',
  detail: 'did not arrive completely',
} as const;

/** Maximum size of a body, bytes, unless its route says another. */
export const BODY_MAX_BYTES = 64 * 1024;

/**
 * Reads the body of a request. A Content-Length, which the launcher checks, may be absent.
 *
 * @param longest bytes
 * @throws FailureError `too_large`, and `incompleteBody` when the client has gone
 */
export async function readBody({ body, signal }: Request, longest: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.byteLength;
      // The rest is read and discarded: otherwise the connection could not be used for another request.
      if (size <= longest) chunks.push(chunk);
    },
  });
  // Without the signal, a client that disconnects could occupy its capacity forever.
  await body?.pipeTo(sink, { signal }).catch((error: unknown) => {
    throw signal.aborted ? new FailureError(incompleteBody) : error;
  });
  if (size > longest) throw new FailureError({ code: 'too_large', what: 'body' });
  return Buffer.concat(chunks);
}
