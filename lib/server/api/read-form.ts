import 'server-only';

/**
 * Reads the fields of a small URL-encoded form, chunk by chunk, so that a large body is never in memory.
 * @returns null when the body is not such a form, or is longer than `maxBytes`
 */
export async function readForm(request: Request, maxBytes: number): Promise<URLSearchParams | null> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || request.body === null) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
