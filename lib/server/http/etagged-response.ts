import 'server-only';
import Negotiator from 'negotiator';
import { contentEncodingHeader } from '../../content-encoding.ts';
import { matchesTag } from '../etag.ts';
import type { Coding, EtaggedBody } from '../etagged-body.ts';

/** In the order in which we would rather send them. */
const codings = ['br', 'gzip', 'identity'];

/** The answer, compressed if the caller reads that; 304 without a body when the caller holds it already. */
export function etaggedResponse(
  { bytes, tag, compressed }: EtaggedBody<unknown>,
  headers: Headers,
  asked: Pick<Headers, 'get'>,
): Response {
  headers.set('ETag', tag);
  headers.set('Vary', 'Accept-Encoding');
  if (matchesTag(asked.get('if-none-match'), tag)) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  const coding = codingFor(asked.get('accept-encoding'));
  const body = coding && compressed(coding);
  if (!body) return new Response(bytes, { headers });
  headers.set(contentEncodingHeader, coding);
  return new Response(body, { headers });
}

/** Nearly every caller sends one of a handful of values. */
const known = new Map<string, Coding | null>();
const KNOWN_MAX = 100;

function codingFor(accepted: string | null): Coding | null {
  if (accepted === null) return null;
  const held = known.get(accepted);
  if (held !== undefined) return held;
  const coding = new Negotiator({ headers: { 'accept-encoding': accepted } }).encoding(codings);
  const found = coding === 'br' || coding === 'gzip' ? coding : null;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(accepted, found);
  return found;
}
