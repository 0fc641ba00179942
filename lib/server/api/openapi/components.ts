import 'server-only';
import * as z from 'zod/mini';
import * as changes from '@/lib/contract/changes';
import { coverageSchema } from '@/lib/contract/coverage';
import { errorBodySchema, errorCodeSchema } from '@/lib/contract/error';
import { type ErrorCode, errorKind } from '@/lib/contract/error-table';
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
import { healthSchema, statusSchema } from '@/lib/contract/status';
import { usageSchema } from '@/lib/contract/usage';
import { viewsSchema } from '@/lib/contract/views';
import { wallSchema } from '@/lib/contract/wall';

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
  Health: healthSchema,
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

type References = Record<string, { $ref: string }>;
export type Content = Record<string, { schema: JsonSchema }>;

export interface OpenApiResponse {
  description: string;
  headers?: References;
  content?: Content;
}

const texts = {
  ETag: 'Tag of the content, for If-None-Match. It changes only with the content.',
  Vary: 'Accept-Encoding: bodies can be compressed.',
  'X-Request-Id': 'The ID of the request in the log.',
  'Server-Timing':
    'How long the response took to make, milliseconds: total;dur=1.5. Absent if no complete request arrived.',
  Allow: 'The methods of this address.',
  'WWW-Authenticate': 'Bearer: a token is accepted.',
  'Content-Disposition': 'The name of the file.',
  'Sightline-Settings-Known':
    'Of how many monitors the settings are known that the list of the API omits, such as 4812/5000.',
};
const numbers = {
  'Retry-After': 'Seconds after which to try again, if known.',
  'Sightline-Missing': 'Monitors known to be missing from the file; absent if there are none.',
};
const counters = {
  'X-RateLimit-Limit': 'Requests to the API in a minute',
  'X-RateLimit-Remaining': 'Requests left in this minute',
  'X-RateLimit-Reset': 'Seconds until the minute ends',
  'X-Quota-Daily-Limit': 'Requests of the organization in a day',
  'X-Quota-Daily-Remaining': 'Requests left on this day',
  'X-Quota-Monthly-Limit': 'Requests of the organization in a month',
  'X-Quota-Monthly-Remaining': 'Requests left in this month',
};

const describeAll = (descriptions: Record<string, string>, schema: JsonSchema) =>
  Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { description, schema }]),
  );

export const headers = {
  ...describeAll(texts, { type: 'string' }),
  ...describeAll(numbers, { type: 'integer', minimum: 1 }),
  ...describeAll(counters, { type: 'integer', minimum: 0 }),
};

/** Returns the references to some headers. */
export const refsTo = (...names: readonly string[]): References =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Returns the references to some headers and to those of every response. */
export const headersOf = (...names: readonly string[]) => refsTo('X-Request-Id', 'Server-Timing', ...names);

/** The same, plus the headers that report the limits of the API. */
export const withCounters = (...names: readonly string[]) => headersOf(...names, ...Object.keys(counters));

const meanings = {
  400: 'A parameter is unknown, repeated or wrong, or the path or a header is. It cost no request to the API.',
  401: 'No session and no token, or a wrong token.',
  403: 'The header Sightline-Refresh is missing, or a token tries to refresh.',
  404: 'There is nothing at this address.',
  405: 'Another method than GET and HEAD.',
  409: 'The first reading has not ended. Try again in a moment.',
  413: 'The list has more than 10 MiB or 20,000 addresses.',
  422: 'The list has no address, so nothing was compared.',
  429: 'Too many requests with this token, or too many lists of addresses or reports at a time, or too many single monitors read by scripts; or there is nothing to show, and a limit of the API is reached.',
  502: 'There is nothing to show, and the API cannot be read.',
  503: 'There is nothing to show yet, or the state of all replicas cannot be reached.',
  504: 'There is nothing to show, and the API did not respond in time.',
  default:
    'The request itself is not served: another method (405, with Allow), a body or URL that is too long (413, 414), another host (421); or a bug in Sightline (500). What is not valid HTTP (400), not complete in time (408) or has headers that are too long (431) has no body.',
};

export type ErrorStatus = keyof typeof meanings;

/** Headers of error responses that differ from those of every route. */
const errorHeaders: Partial<Record<string, References>> = {
  401: headersOf('WWW-Authenticate'),
  403: withCounters('WWW-Authenticate'),
  405: headersOf('Allow'),
  429: withCounters('Retry-After'),
  503: withCounters('Retry-After'),
  // The launcher rejects most of these before any route (lib/launch/rejection.ts).
  default: refsTo('X-Request-Id', 'Server-Timing', 'Allow', ...Object.keys(counters)),
};

/** The statuses of the errors that the launcher and every route can respond with. */
const anywhere: readonly number[] = [400, 405, 413, 421, 500];

function codesOf(status: string): ErrorCode[] {
  const matches = (code: ErrorCode) =>
    status === 'default'
      ? anywhere.includes(errorKind(code).status)
      : String(errorKind(code).status) === status;
  return errorCodeSchema.options.filter(matches);
}

/** The body of an error with this status: only its codes are possible. */
export const errorSchema = (status: string): JsonSchema => ({
  allOf: [schemaRef('ErrorBody'), { type: 'object', properties: { code: { enum: codesOf(status) } } }],
});

export const errorResponses: Record<string, OpenApiResponse> = Object.fromEntries(
  Object.entries(meanings).map(([status, description]) => {
    const content: Content = { 'application/json': { schema: errorSchema(status) } };
    return [status, { description, headers: errorHeaders[status] ?? withCounters(), content }];
  }),
);

export const errorsOf = (...statuses: readonly ErrorStatus[]): References =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
