import 'server-only';

/**
 * The fields of a small plain form. Read piece by piece, so that a large body is never held.
 * @returns null when it is no such form, or longer than `mostBytes`
 */
export async function readForm(request: Request, mostBytes: number): Promise<URLSearchParams | null> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || request.body === null) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > mostBytes) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
