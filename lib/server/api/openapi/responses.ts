import 'server-only';
import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodeSchema } from '@/lib/contract/error';
import { failures } from '@/lib/contract/failures';
import type { JsonSchema, OpenApiHeader, OpenApiResponse } from '@/lib/contract/openapi';
import type { Failure } from '../../errors.ts';
import { failureBody } from '../failure-response.ts';
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

/** Each status of a failed request: what it means, an example, and headers besides those of every response. */
const errors = {
  400: {
    meaning:
      'A parameter is unknown, repeated or wrong, or the path or a header is. It cost no request to the API.',
    example: { code: 'invalid_parameter', parameter: 'page', detail: 'must be a whole number of 1 or more' },
    headers: withCounters(),
  },
  401: {
    meaning: 'No session and no token, or a wrong token.',
    example: { code: 'invalid_token' },
    headers: headersOf('WWW-Authenticate'),
  },
  403: {
    meaning: 'The header Sightline-Refresh is missing, or a token tries to refresh.',
    example: { code: 'token_read_only' },
    headers: withCounters('WWW-Authenticate'),
  },
  404: {
    meaning: 'There is nothing at this address.',
    example: { code: 'not_found' },
    headers: withCounters(),
  },
  405: {
    meaning: 'The response to every other method.',
    example: { code: 'method_not_allowed', allowed: ['GET', 'HEAD'] },
    headers: withCounters('Allow'),
  },
  409: {
    meaning: 'The first reading has not ended. Try again in a moment.',
    example: { code: 'inventory_incomplete' },
    headers: withCounters(),
  },
  429: {
    meaning:
      'Too many requests with this token, or too many single monitors read by scripts; or there is nothing to show, and a limit of the API is reached.',
    example: { code: 'token_limited', why: 'requests', retryAt: Date.UTC(2026, 10, 23, 12) },
    headers: withCounters('Retry-After'),
  },
  500: { meaning: 'A bug in Sightline.', example: { code: 'internal' }, headers: withCounters() },
  502: {
    meaning: 'There is nothing to show, and the API cannot be read.',
    example: { code: 'api_key_rejected' },
    headers: withCounters(),
  },
  503: {
    meaning: 'There is nothing to show yet, or the state of all replicas cannot be reached.',
    example: { code: 'not_ready', what: 'list', retryAt: Date.UTC(2026, 10, 23, 12) },
    headers: withCounters('Retry-After'),
  },
  504: {
    meaning: 'There is nothing to show, and the API did not respond in time.',
    example: { code: 'upstream_timeout' },
    headers: withCounters(),
  },
} as const satisfies Record<number, { meaning: string; example: Failure; headers: References }>;

/** The same for the statuses with which the launcher rejects requests, before any route (lib/launch/rejection.ts). */
const rejections = {
  408: { meaning: 'The request did not arrive in time.', code: 'invalid_parameter' },
  413: { meaning: 'The request has a body of more than 64 KiB; none is needed.', code: 'invalid_parameter' },
  414: { meaning: 'The path and the query have more than 8,192 characters.', code: 'invalid_parameter' },
  421: { meaning: 'Sightline does not serve this host.', code: 'wrong_host' },
  426: { meaning: 'WebSockets are not supported.', code: 'method_not_allowed' },
  431: { meaning: 'The headers of the request have more than 32 KiB.', code: 'invalid_parameter' },
} as const satisfies Record<number, { meaning: string; code: ErrorCode }>;

export type ErrorStatus = keyof typeof errors | keyof typeof rejections;

/** The body of an error with some codes. */
const errorBodyOf = (codes: readonly ErrorCode[]): JsonSchema => ({
  allOf: [schemaRef('ErrorBody'), { type: 'object', properties: { code: { enum: codes } } }],
});

/** The body of an error with this status: only its codes are possible. */
export const errorSchema = (status: number) =>
  errorBodyOf(
    errorCodeSchema.options.filter((code) => code !== 'wrong_host' && failures[code].status === status),
  );

const requestId = '5d0e4f5c-3b55-4e43-9a53-0c6b9b7f1d11';

const failed = Object.entries(errors).map(([status, { meaning, example, headers }]) => [
  nameOf(Number(status)),
  {
    description: meaning,
    headers,
    content: {
      'application/json': { schema: errorSchema(Number(status)), example: failureBody(example, requestId) },
    },
  },
]);

/** Statuses of requests that have not arrived as a whole. */
const notTimed = new Set(['408', '431']);

const rejected = Object.entries(rejections).map(([status, { meaning, code }]) => [
  nameOf(Number(status)),
  {
    description: meaning,
    headers: notTimed.has(status) ? refsTo(['X-Request-Id']) : headersOf(),
    content: {
      'application/json': {
        schema: errorBodyOf([code]),
        example: { error: meaning, code, request_id: requestId },
      },
    },
  },
]);

/** The responses to failed requests. */
export const errorResponses: Record<string, OpenApiResponse> = Object.fromEntries([...failed, ...rejected]);

/** The name of a status in the document: NotFound. */
function nameOf(status: number): string {
  return String(STATUS_CODES[status]).replaceAll(/\W/g, '');
}

/** Returns references to the responses with some statuses. */
export function errorsOf(...statuses: readonly ErrorStatus[]): References {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
  );
}
