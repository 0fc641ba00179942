import * as z from 'zod/mini';

/**
 * Adds to a schema what the OpenAPI document says about it.
 * @param example of a parameter
 */
export function documented<T extends z.ZodMiniType>(
  schema: T,
  description: string,
  example?: string | number | readonly string[],
): T {
  z.globalRegistry.add(schema, { description, ...(example === undefined ? {} : { examples: [example] }) });
  return schema;
}
