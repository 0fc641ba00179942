import 'server-only';
import { addAbortSignal, type Readable } from 'node:stream';

/**
 * Converts a Node stream to a response body. It is read on demand, and destroyed when the client disconnects.
 *
 * @param signal of the request: Next does not cancel the body of a client that has disconnected before the first byte
 * @throws an error of the first chunk, for which the response can still have its own status
 */
export async function bodyStream(source: Readable, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const chunks: AsyncIterator<unknown> = source[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let first: IteratorResult<unknown> | null = await chunks.next();
  addAbortSignal(signal, source);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = first ?? (await chunks.next());
      first = null;
      if (done) controller.close();
      else controller.enqueue(value instanceof Uint8Array ? value : encoder.encode(String(value)));
    },
    cancel() {
      source.destroy();
    },
  });
}
