import 'server-only';
import { errorCodeSchema } from '@/lib/contract/error';
import { type ErrorCode, errorKind } from '@/lib/contract/error-table';
import type { JsonSchema, OpenApiDocument, OpenApiResponse } from './openapi-types.ts';
import { schemaRef } from './schemas.ts';

type References = Record<string, { $ref: string }>;

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

export const headers: OpenApiDocument['components']['headers'] = {
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
    const content: OpenApiResponse['content'] = { 'application/json': { schema: errorSchema(status) } };
    return [status, { description, headers: errorHeaders[status] ?? withCounters(), content }];
  }),
);

export const errorsOf = (...statuses: readonly ErrorStatus[]): References =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
