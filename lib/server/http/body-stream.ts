import 'server-only';
import type { Readable } from 'node:stream';

/** A Node stream as the body of a response: read only as fast as it is taken, and ended when nobody takes it any more. */
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
