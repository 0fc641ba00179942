import 'server-only';
import type { Readable } from 'node:stream';

/** Converts a Node stream to a response body. It is read on demand, and destroyed when the client aborts. */
export function bodyStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<unknown> = source[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value instanceof Uint8Array ? value : encoder.encode(String(value)));
    },
    cancel() {
      source.destroy();
    },
  });
}
