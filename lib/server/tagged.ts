import 'server-only';
import { entityTag } from './etag.ts';

/** An answer ready to be sent: the object for pages, its bytes and their tag for routes. */
export interface Tagged<T> {
  body: T;
  bytes: Uint8Array<ArrayBuffer>;
  tag: string;
}

export function tagged<T>(body: T): Tagged<T> {
  const text = JSON.stringify(body);
  return { body, bytes: new TextEncoder().encode(text), tag: entityTag(text) };
}
