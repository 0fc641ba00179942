/** Returns an object with the same value for each key. */
export function recordOf<const Key extends string, Value>(
  keys: readonly Key[],
  value: Value,
): Record<Key, Value> {
  // The cast is safe: each key is set. The type of `Object.fromEntries` does not keep the keys.
  return Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;
}
