import 'server-only';
import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodeSchema } from '@/lib/contract/error';
import { failures } from '@/lib/contract/failures';
import type { JsonSchema, OpenApiHeader, OpenApiResponse } from '@/lib/contract/openapi';
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
};
const numbers = {
  'Retry-After': 'Seconds after which to try again, if known.',
  'Sightline-Missing':
    'Number of monitors that are known to be missing from the file; absent if there are none.',
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
const counterHeaders = Object.keys(counters);

function describeAll(descriptions: Record<string, string>, schema: JsonSchema, more = '') {
  const described = Object.entries(descriptions).map(([name, description]): [string, OpenApiHeader] => [
    name,
    { description: `${description}${more}`, schema },
  ]);
  return Object.fromEntries(described);
}

/** The response headers. */
export const headers: Record<string, OpenApiHeader> = {
  ...describeAll(texts, { type: 'string' }),
  ...describeAll(numbers, { type: 'integer', minimum: 1 }),
  ...describeAll(counters, { type: 'integer', minimum: 0 }, ', as the API last reported; absent before.'),
};

const refsTo = (names: readonly string[]): References =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Returns the references to some headers, and to those of every response. */
export const headersOf = (...names: readonly string[]) => refsTo(['X-Request-Id', 'Server-Timing', ...names]);

/** The same, with the headers that report the limits of the API. */
export const withCounters = (...names: readonly string[]) => headersOf(...names, ...counterHeaders);

interface ErrorResponse {
  meaning: string;
  headers: References;
  /** Default: those that have this status. */
  codes?: readonly ErrorCode[];
}

/**
 * What each status of a failed request means. The launcher rejects some requests before any route, without the limits of the
 * API (lib/launch/rejection.ts), and those that have not arrived as a whole are not timed.
 */
const errors = {
  400: {
    meaning:
      'A parameter is unknown, repeated or wrong, or the path or a header is. It cost no request to the API.',
    headers: withCounters(),
  },
  401: { meaning: 'No session and no token, or a wrong token.', headers: headersOf('WWW-Authenticate') },
  403: {
    meaning: 'The header Sightline-Refresh is missing, or a token tries to refresh.',
    headers: withCounters('WWW-Authenticate'),
  },
  404: { meaning: 'There is nothing at this address.', headers: withCounters() },
  405: { meaning: 'The response to every other method.', headers: withCounters('Allow') },
  408: {
    meaning: 'The request did not arrive in time.',
    headers: refsTo(['X-Request-Id']),
    codes: ['invalid_parameter'],
  },
  409: { meaning: 'The first reading has not ended. Try again in a moment.', headers: withCounters() },
  413: {
    meaning: 'The request has a body of more than 64 KiB; none is needed.',
    headers: headersOf(),
    codes: ['invalid_parameter'],
  },
  414: {
    meaning: 'The path and the query have more than 8,192 characters.',
    headers: headersOf(),
    codes: ['invalid_parameter'],
  },
  421: { meaning: 'Sightline does not serve this host.', headers: headersOf() },
  426: { meaning: 'WebSockets are not supported.', headers: headersOf(), codes: ['method_not_allowed'] },
  429: {
    meaning:
      'Too many requests with this token, or too many single monitors read by scripts; or there is nothing to show, and a limit of the API is reached.',
    headers: withCounters('Retry-After'),
  },
  431: {
    meaning: 'The headers of the request have more than 32 KiB.',
    headers: refsTo(['X-Request-Id']),
    codes: ['invalid_parameter'],
  },
  500: { meaning: 'A bug in Sightline.', headers: withCounters() },
  502: { meaning: 'There is nothing to show, and the API cannot be read.', headers: withCounters() },
  503: {
    meaning: 'There is nothing to show yet, or the state of all replicas cannot be reached.',
    headers: withCounters('Retry-After'),
  },
  504: { meaning: 'There is nothing to show, and the API did not respond in time.', headers: withCounters() },
} as const satisfies Record<number, ErrorResponse>;

export type ErrorStatus = keyof typeof errors;

/** The body of an error with this status: only its codes are possible. */
export function errorSchema(
  status: number,
  codes: readonly ErrorCode[] = errorCodeSchema.options.filter((code) => failures[code].status === status),
): JsonSchema {
  return { allOf: [schemaRef('ErrorBody'), { type: 'object', properties: { code: { enum: codes } } }] };
}

/** The name of a status in the document: NotFound. */
const nameOf = (status: number | string) => String(STATUS_CODES[status]).replaceAll(/\W/g, '');

/** The responses to failed requests. */
export const errorResponses: Record<string, OpenApiResponse> = Object.fromEntries(
  Object.entries<ErrorResponse>(errors).map(([status, { meaning, headers, codes }]) => {
    const schema = errorSchema(Number(status), codes);
    return [nameOf(status), { description: meaning, headers, content: { 'application/json': { schema } } }];
  }),
);

/** Returns references to the responses with some statuses. */
export function errorsOf(...statuses: readonly ErrorStatus[]): References {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
  );
}
