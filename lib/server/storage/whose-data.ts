import 'server-only';
import { createHmac } from 'node:crypto';

/** Who has stored data: a base URL and a key. The key cannot be found from it. */
export interface Owner {
  baseUrl: string;
  /** An HMAC of the base URL, whose key is the API key. */
  binding: string;
}

export function ownerOf({ baseUrl, apiKey }: { baseUrl: URL; apiKey: string }): Owner {
  const binding = createHmac('sha256', apiKey).update(baseUrl.href).digest('base64url');
  return { baseUrl: baseUrl.href, binding };
}

/** `unproven`: of another key at the same base URL, and no monitor has been read with the present key. */
export type Ownership = 'ours' | 'unproven' | 'other_organization' | 'other_base_url';

/**
 * Decides whose stored data is. An organization is recognized by its monitors, not by its key: whichever key reads a monitor
 * that the data knows, the data is its organization's. A page without monitors proves nothing.
 *
 * @param parts.known the UUIDs of monitors in the stored data, in lower case
 * @param parts.firstPage the UUIDs of the first page that was read with the present key, in lower case; null: none was
 */
export function whoseData(parts: {
  stored: Owner;
  present: Owner;
  known: ReadonlySet<string>;
  firstPage: readonly string[] | null;
}): Ownership {
  const { stored, present, known, firstPage } = parts;
  if (stored.binding === present.binding) return 'ours';
  if (stored.baseUrl !== present.baseUrl) return 'other_base_url';
  if (firstPage === null || firstPage.length === 0) return 'unproven';
  return firstPage.some((uuid) => known.has(uuid)) ? 'ours' : 'other_organization';
}
