import type { JsonSchema } from '@/lib/contract/openapi';

/** Returns the name of a schema in the document; null for one that has none. */
export function schemaName(schema: JsonSchema): string | null {
  return /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1] ?? null;
}

/** Returns a type as people write it: "string or null", "list of Change". */
export function typeLabel(schema: JsonSchema): string {
  const name = schemaName(schema);
  if (name !== null) return name;
  const alternatives = schema.anyOf ?? schema.allOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeLabel))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') {
    const { items = {} } = schema;
    return `${items.enum === undefined ? 'list of' : 'any of'} ${typeLabel(items)}`;
  }
  if (schema.enum !== undefined) return schema.enum.map(String).join(', ');
  if (schema.format === 'date-time') return 'time (ISO 8601)';
  if (schema.format === 'uuid') return 'UUID';
  return schema.type === undefined ? 'any' : [schema.type].flat().join(' or ');
}

/** Returns the limits of a value as text: "1 to 100, default 25"; an empty string when there are none. */
export function limitsLabel(schema: JsonSchema): string {
  const { minimum, maximum, maxLength, maxItems } = schema;
  return [
    minimum === undefined ? '' : `${minimum} to ${maximum}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} values`,
    schema.default === undefined ? '' : `default ${schema.default}`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}
