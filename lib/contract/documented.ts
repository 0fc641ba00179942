import * as z from 'zod/mini';

/** Adds the description for the OpenAPI document to a schema. Only parameters have an example. */
export function documented<T extends z.ZodMiniType>(
  schema: T,
  description: string,
  example?: string | number | readonly string[],
): T {
  z.globalRegistry.add(schema, { description, ...(example === undefined ? {} : { examples: [example] }) });
  return schema;
}

// Fields of responses with their descriptions.
export const text = (description: string) => documented(z.string(), description);
export const number = (description: string) => documented(z.number(), description);
export const boolean = (description: string) => documented(z.boolean(), description);
export const time = (description: string) => documented(z.iso.datetime(), description);
export const textOrNull = (description: string) => documented(z.nullable(z.string()), description);
export const numberOrNull = (description: string) => documented(z.nullable(z.number()), description);
export const timeOrNull = (description: string) => documented(z.nullable(z.iso.datetime()), description);

export const interval = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });
export const intervalOrNull = (description: string) => documented(z.nullable(interval), description);

/** Returns an object with the same value for each key. */
export function recordOf<const Key extends string, Value>(keys: readonly Key[], value: Value) {
  return recordBy(keys, () => value);
}

/** Returns an object with a value for each key. */
export function recordBy<const Key extends string, Value>(
  keys: readonly Key[],
  of: (key: Key) => Value,
): Record<Key, Value> {
  // The cast is safe: each key is set. The type of `Object.fromEntries` does not keep the keys.
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
}
