import 'server-only';
import type { JsonSchema } from '@/lib/contract/openapi';

export const exampleUuid = '0a11ce00-0000-4000-8000-000000000001';

/** What the fields with these names contain in the examples. Others have the first value that their schema allows. */
const values: Readonly<Record<string, unknown>> = {
  monitor_uuid: exampleUuid,
  name: 'Checkout',
  type: 'https',
  target: 'https://shop.example.com/checkout',
  interval: 60,
  regions: ['eu-central'],
  last_status: 'down',
  unknown_fields: [],
  is_active: true,
  maintenance_mode: false,
  per_page: 25,
  gaps: [],
  kept_days: 30,
  slot_s: 900,
  base_url: 'https://api.example.com/v1',
  key_fingerprint: '9f86',
  held: ['monitors:read'],
};

/**
 * Returns an example of a schema, without the fields that may be absent.
 * @param schemas those that it refers to
 * @param name of the field, if it is one
 */
export function exampleOf(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  name = '',
): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  if (/_(at|since|after)$/.test(name) || schema.format === 'date-time') return '2026-11-23T12:00:00.000Z';
  const { $ref, type, const: only, enum: [first] = [only], items, properties = {}, required = [] } = schema;
  const referred = $ref === undefined ? undefined : schemas[$ref.replace(/^.*\//, '')];
  if (referred !== undefined) return exampleOf(referred, schemas, name);
  if (first !== undefined) return first;
  if (type === 'array') return items === undefined ? [] : [exampleOf(items, schemas)];
  if (type === 'object') {
    const fields = required.map((field) => [field, exampleOf(properties[field] ?? {}, schemas, field)]);
    return Object.fromEntries(fields);
  }
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return false;
  return type === 'string' ? 'text' : null;
}
