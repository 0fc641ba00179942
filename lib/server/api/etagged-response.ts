import 'server-only';
import Negotiator from 'negotiator';
import { contentEncodingHeader } from '../../process/content-encoding.ts';
import { matchesTag } from './etag.ts';
import type { Coding, EtaggedBody } from './etagged-body.ts';

/** In order of preference. */
const codings = ['br', 'gzip', 'identity'];

/** Returns the response, compressed if the client accepts it, or a 304 if the client has the same body. */
export function etaggedResponse(
  { bytes, tag, compressed }: EtaggedBody<unknown>,
  headers: Headers,
  requestHeaders: Pick<Headers, 'get'>,
): Response {
  headers.set('ETag', tag);
  headers.set('Vary', 'Accept-Encoding');
  if (matchesTag(requestHeaders.get('if-none-match'), tag)) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  const coding = codingFor(requestHeaders.get('accept-encoding'));
  const body = coding && compressed(coding);
  if (!body) return new Response(bytes, { headers });
  headers.set(contentEncodingHeader, coding);
  return new Response(body, { headers });
}

/** Negotiated codings by `Accept-Encoding`. Nearly every client sends one of a few values. */
const codingCache = new Map<string, Coding | null>();
const CACHE_MAX = 100;

function codingFor(accepted: string | null): Coding | null {
  if (accepted === null) return null;
  const cached = codingCache.get(accepted);
  if (cached !== undefined) return cached;
  const coding = new Negotiator({ headers: { 'accept-encoding': accepted } }).encoding(codings);
  const supported = coding === 'br' || coding === 'gzip' ? coding : null;
  if (codingCache.size >= CACHE_MAX) codingCache.clear();
  codingCache.set(accepted, supported);
  return supported;
}
