import 'server-only';
import * as z from 'zod/mini';
import {
  changeCountSchema,
  changedMonitorSchema,
  changeListSchema,
  changeSchema,
  fleetHistorySchema,
  historyMetaSchema,
  monitorHistorySchema,
} from '@/lib/contract/changes';
import { errorBodySchema } from '@/lib/contract/error';
import { healthSchema, verboseHealthSchema } from '@/lib/contract/health';
import { listedMonitorSchema } from '@/lib/contract/monitor';
import type { JsonSchema } from '@/lib/contract/openapi';
import { readNowSchema } from '@/lib/contract/read-now';
import { degradedSchema, monitorDetailSchema, monitorListSchema } from '@/lib/contract/responses';
import { usageSchema } from '@/lib/contract/usage';
import { schemaDescriptions } from './descriptions.ts';

/** The schemas by which the browser parses the responses, under their names in the document. */
const named = {
  Change: changeSchema,
  ChangeCount: changeCountSchema,
  ChangeList: changeListSchema,
  ChangedMonitor: changedMonitorSchema,
  Degraded: degradedSchema,
  ErrorBody: errorBodySchema,
  FleetHistory: fleetHistorySchema,
  Health: healthSchema,
  HistoryMeta: historyMetaSchema,
  ListedMonitor: listedMonitorSchema,
  MonitorDetail: monitorDetailSchema,
  MonitorHistory: monitorHistorySchema,
  MonitorList: monitorListSchema,
  Refresh: readNowSchema,
  Usage: usageSchema,
  VerboseHealth: verboseHealthSchema,
};

type SchemaName = keyof typeof named;

/** Returns a reference to a schema of the document. */
export function schemaRef(name: SchemaName): JsonSchema {
  return { $ref: refOf(name) };
}

function refOf(name: string): string {
  return `#/components/schemas/${name}`;
}

/**
 * Converts the schemas to JSON Schema. Objects may have further fields: a later version can add some.
 * @throws Error when a description is of no field
 */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: refOf,
    io: 'input',
    override({ jsonSchema }) {
      // The format says the same in one word.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      nameProperties(jsonSchema);
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [
      name,
      described(name, JSON.parse(JSON.stringify(schema))),
    ]),
  );
}

/** Writes a record of all values of an enum as an object with these properties, which generators and checkers understand. */
function nameProperties(schema: z.core.JSONSchema.BaseSchema): void {
  const { required, propertyNames, additionalProperties } = schema;
  if (propertyNames === undefined || required === undefined || additionalProperties === undefined) return;
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

function described(name: string, schema: JsonSchema): JsonSchema {
  const { description, fields = {} } = schemaDescriptions[name] ?? {};
  if (description === undefined) throw new Error(`The schema ${name} has no description.`);
  for (const [path, text] of Object.entries(fields)) {
    const field = path.split('.').reduce<JsonSchema | undefined>((parent, part) => {
      const child = (parent?.type === 'array' ? parent.items : parent)?.properties?.[part.replace('[]', '')];
      return child;
    }, schema);
    if (field === undefined) throw new Error(`${name} has no field ${path}.`);
    field.description = text;
  }
  return { description, ...schema };
}
