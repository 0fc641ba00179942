import 'server-only';
import * as z from 'zod/mini';
import * as changes from '@/lib/contract/changes';
import { coverageSchema } from '@/lib/contract/coverage';
import { errorBodySchema, errorCodeSchema } from '@/lib/contract/error';
import { errorKind } from '@/lib/contract/error-table';
import { incidentSchema } from '@/lib/contract/incidents';
import { listedMonitorSchema, listRowSchema } from '@/lib/contract/monitor';
import {
  reportedMonitorSchema,
  reportedOutageSchema,
  reportFiguresSchema,
  reportSchema,
} from '@/lib/contract/report';
import * as responses from '@/lib/contract/responses';
import { reviewSchema } from '@/lib/contract/review';
import { usageSchema } from '@/lib/contract/usage';
import { viewsSchema } from '@/lib/contract/views';
import { wallSchema } from '@/lib/contract/wall';
import { exportedChangeSchema } from '../changes.ts';
import { exportedMonitorSchema } from '../export-monitors.ts';
import { healthSchema } from '../get-health.ts';
import { statusSchema } from '../status.ts';

/** A JSON Schema (2020-12), as far as the document uses it by name. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  [keyword: string]: unknown;
}

/** The schemas by which the browser parses the responses, under their names in the document. */
const namedSchemas = {
  Change: changes.changeSchema,
  ChangeCount: changes.changeCountSchema,
  ChangeList: changes.changeListSchema,
  ChangedMonitor: changes.changedMonitorSchema,
  Coverage: coverageSchema,
  Degraded: responses.degradedSchema,
  ErrorBody: errorBodySchema,
  ExportedChange: exportedChangeSchema,
  ExportedMonitor: exportedMonitorSchema,
  FleetHistory: changes.fleetHistorySchema,
  Health: healthSchema,
  HistoryMeta: changes.historyMetaSchema,
  Incident: incidentSchema,
  ListedMonitor: listedMonitorSchema,
  ListRow: listRowSchema,
  MonitorDetail: responses.monitorDetailSchema,
  MonitorHistory: changes.monitorHistorySchema,
  MonitorList: responses.monitorListSchema,
  Refresh: responses.readNowSchema,
  Report: reportSchema,
  ReportedMonitor: reportedMonitorSchema,
  ReportedOutage: reportedOutageSchema,
  ReportFigures: reportFiguresSchema,
  Review: reviewSchema,
  Status: statusSchema,
  Usage: usageSchema,
  Views: viewsSchema,
  Wall: wallSchema,
};
export type SchemaName = keyof typeof namedSchemas;

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
for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });

/** All schemas as JSON Schema. Objects may have further fields: a later version can add some. */
export const componentSchemas: Record<string, JsonSchema> = JSON.parse(
  JSON.stringify(z.toJSONSchema(registry, { uri, io: 'input', override: simplify }).schemas, (key, value) =>
    key === '$id' || key === '$schema' ? undefined : value,
  ),
);

type References = Record<string, { $ref: string }>;
export type MediaTypes = Record<string, { schema: JsonSchema }>;

export interface OpenApiResponse {
  description: string;
  headers?: References;
  content?: MediaTypes;
}

const header = (description: string, schema: JsonSchema = { type: 'string' }) => ({ description, schema });

/** The headers that not all responses have. The introduction describes the others. */
export const headers = {
  ETag: header('Tag of the content, for If-None-Match. It changes only with the content.'),
  Allow: header('The methods of this address.'),
  'WWW-Authenticate': header('Bearer: a token is accepted.'),
  'Retry-After': header('Seconds after which to try again, if known.', { type: 'integer', minimum: 1 }),
  'Content-Disposition': header('The name of the file.'),
  'Sightline-Missing': header('Monitors known to be missing from the file; absent if there are none.', {
    type: 'integer',
    minimum: 1,
  }),
  'Sightline-Settings-Known': header(
    'Of how many monitors the settings are known that the list of the API omits, such as 4812/5000.',
  ),
};

export const headersOf = (...names: readonly (keyof typeof headers)[]): References =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Lists the codes of the errors by their status, 4xx or 5xx: "400 invalid_parameter. 401 signed_out, invalid_token." */
function codesOf(hundreds: 4 | 5): string {
  const codes = errorCodeSchema.options.filter(
    (code) => Math.floor(errorKind(code).status / 100) === hundreds,
  );
  const byStatus = Map.groupBy(codes, (code) => errorKind(code).status);
  return Array.from(byStatus, ([status, ofStatus]) => `${status} ${ofStatus.join(', ')}.`).join(' ');
}

const failure = (description: string): OpenApiResponse => ({
  description,
  headers: headersOf('Retry-After', 'WWW-Authenticate', 'Allow'),
  content: { 'application/json': { schema: schemaRef('ErrorBody') } },
});

/** The responses to requests that fail, the same for all operations. */
export const errorResponses = {
  Refused: failure(
    `The request is refused; most often nothing was requested from the API. ${codesOf(4)} A request that is not valid HTTP (400), not complete in time (408) or has headers that are too long (431) gets no body; one with a URL that is too long gets 414.`,
  ),
  Failed: failure(`There is nothing to show, because the API cannot be read, or for a bug. ${codesOf(5)}`),
};

export const errors: Record<string, { $ref: string }> = {
  '4XX': { $ref: '#/components/responses/Refused' },
  '5XX': { $ref: '#/components/responses/Failed' },
};
