import 'server-only';
import * as z from 'zod/mini';
import * as changes from '@/lib/contract/changes';
import { coverageSchema } from '@/lib/contract/coverage';
import { errorBodySchema } from '@/lib/contract/error';
import { exportedMonitorSchema, listedMonitorSchema, listRowSchema } from '@/lib/contract/monitor';
import {
  reportedMonitorSchema,
  reportedOutageSchema,
  reportFiguresSchema,
  reportSchema,
} from '@/lib/contract/report';
import * as responses from '@/lib/contract/responses';
import { readNowSchema } from '@/lib/contract/responses';
import { reviewSchema } from '@/lib/contract/review';
import * as health from '@/lib/contract/status';
import { statusSchema } from '@/lib/contract/status';
import { usageSchema } from '@/lib/contract/usage';
import { viewsSchema } from '@/lib/contract/views';
import { wallSchema } from '@/lib/contract/wall';
import type { JsonSchema } from './openapi-types.ts';

/** The schemas by which the browser parses the responses, under their names in the document. */
const named = {
  Change: changes.changeSchema,
  ChangeCount: changes.changeCountSchema,
  ChangeList: changes.changeListSchema,
  ChangedMonitor: changes.changedMonitorSchema,
  Coverage: coverageSchema,
  Degraded: responses.degradedSchema,
  ErrorBody: errorBodySchema,
  ExportedChange: changes.exportedChangeSchema,
  ExportedMonitor: exportedMonitorSchema,
  FleetHistory: changes.fleetHistorySchema,
  Health: health.healthSchema,
  HistoryMeta: changes.historyMetaSchema,
  ListedMonitor: listedMonitorSchema,
  ListRow: listRowSchema,
  MonitorDetail: responses.monitorDetailSchema,
  MonitorHistory: changes.monitorHistorySchema,
  MonitorList: responses.monitorListSchema,
  Refresh: readNowSchema,
  Report: reportSchema,
  ReportedMonitor: reportedMonitorSchema,
  ReportedOutage: reportedOutageSchema,
  ReportFigures: reportFiguresSchema,
  Review: reviewSchema,
  Status: statusSchema,
  Usage: usageSchema,
  VerboseHealth: health.verboseHealthSchema,
  Views: viewsSchema,
  Wall: wallSchema,
};
export type SchemaName = keyof typeof named;

const uri = (name: string) => `#/components/schemas/${name}`;

export const schemaRef = (name: SchemaName): JsonSchema => ({ $ref: uri(name) });

/** Returns the JSON Schema of values that have been parsed. */
export function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { override: simplify })));
}

function simplify({ jsonSchema: schema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  // The format says the same in one word.
  if (schema.format !== undefined) delete schema.pattern;
}

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });

/** All schemas as JSON Schema. Objects may have further fields: a later version can add some. */
export const componentSchemas: Record<string, JsonSchema> = JSON.parse(
  JSON.stringify(z.toJSONSchema(registry, { uri, io: 'input', override: simplify }).schemas, (key, value) =>
    key === '$id' || key === '$schema' ? undefined : value,
  ),
);
