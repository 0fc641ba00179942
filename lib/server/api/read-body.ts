import 'server-only';
import { FailureError } from '../errors.ts';

export const incompleteBody = {
  code: 'invalid_parameter',
  parameter: 'body',
  detail: 'did not arrive completely',
} as const;

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
