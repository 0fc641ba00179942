import { useSyncExternalStore } from 'react';

/** What checks a stored value and throws when it is not right: a zod schema does. */
interface Schema<T> {
  parse(value: unknown): T;
}

/** Where storage is forbidden or full, a preference lasts as long as the page does. */
const unsaved = new Map<string, string>();

function subscribe(changed: () => void): () => void {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}

function readText(key: string): string | null {
  const held = unsaved.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, text);
  }
  // The browser sends this event to the other tabs only.
  dispatchEvent(new StorageEvent('storage', { key }));
}

/** What is stored was written by some earlier version, or by hand: what does not parse is dropped. */
function parse<T>(schema: Schema<T>, text: string | null, fallback: T): T {
  if (text === null) return fallback;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return fallback;
  }
}

/** A preference of the person, kept in this browser only. The server and the first render see the fallback. */
export function useLocalStorage<T>(key: string, schema: Schema<T>, fallback: T): [T, (value: T) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(key),
    () => null,
  );
  return [parse(schema, text, fallback), (value) => writeText(key, JSON.stringify(value))];
}
