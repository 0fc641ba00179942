import { cookieValue, type Preferences, preferencesCookie, serializePreferences } from './preferences';

const YEAR_S = 31_536_000;

/** Writes the preferences to the cookie. @returns whether the browser has stored it */
export function storePreferences(preferences: Preferences): boolean {
  const value = serializePreferences(preferences);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from some browsers still in use.
  document.cookie = `${preferencesCookie}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`;
  return storedCookie() === value;
}

function storedCookie(): string | undefined {
  return cookieValue(document.cookie, preferencesCookie);
}

/**
 * The preferences that the cookie has now: `known` itself when it has the same, or there is none yet; null when the parser
 * could not be loaded, which is needed only for other ones (ADR 0026).
 */
export async function storedPreferences(known: Preferences): Promise<Preferences | null> {
  const cookie = storedCookie();
  if (cookie === undefined || cookie === serializePreferences(known)) return known;
  const contract = await import('../contract/preferences').catch(() => null);
  if (contract === null) return null;
  // Read again, because it may have changed meanwhile.
  const stored = contract.parsePreferences(storedCookie());
  return serializePreferences(stored) === serializePreferences(known) ? known : stored;
}
