import 'server-only';
import { type ErrorCode, errorCodeSchema } from '@/lib/contract/error';
import { failures } from '@/lib/contract/failures';
import type { JsonSchema, OpenApiHeader, OpenApiResponse } from '@/lib/contract/openapi';
import { errorExamples } from './examples.ts';
import { schemaRef } from './schemas.ts';

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };

const counters = {
  'X-RateLimit-Limit': 'Requests to the API in a minute.',
  'X-RateLimit-Remaining': 'Of these, how many are left.',
  'X-RateLimit-Reset': 'Seconds until the minute ends.',
  'X-Quota-Daily-Limit': 'Requests of the organization in a day.',
  'X-Quota-Daily-Remaining': 'Of these, how many are left.',
  'X-Quota-Monthly-Limit': 'Requests of the organization in a month.',
  'X-Quota-Monthly-Remaining': 'Of these, how many are left.',
};

/** The response headers. */
export const headers: Record<string, OpenApiHeader> = {
  ETag: {
    description: 'Tag of the content, for If-None-Match. It changes only with the content.',
    schema: text,
  },
  Vary: { description: 'Accept-Encoding: bodies can be compressed.', schema: text },
  'X-Request-Id': { description: 'The ID of the request in the log.', schema: text },
  'Server-Timing': {
    description:
      'How long the response took to make, milliseconds: total;dur=1.5. Absent if no complete request arrived.',
    schema: text,
  },
  'Retry-After': {
    description: 'Seconds after which to try again, if known.',
    schema: { ...count, minimum: 1 },
  },
  Allow: { description: 'The methods of this address.', schema: text },
  'WWW-Authenticate': { description: 'Bearer: a token is accepted.', schema: text },
  'Content-Disposition': { description: 'The name of the file.', schema: text },
  'Sightline-Missing': {
    description: 'Number of monitors that are known to be missing from the file; absent if there are none.',
    schema: { ...count, minimum: 1 },
  },
  ...Object.fromEntries(
    Object.entries(counters).map(([name, what]) => [
      name,
      { description: `${what} As the API last reported it; absent before.`, schema: count },
    ]),
  ),
};

/** Returns the references to some headers, and to those of every response. @param names other than these */
export function headersOf(...names: readonly string[]): Record<string, { $ref: string }> {
  const all = ['X-Request-Id', 'Server-Timing', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const counterHeaders = Object.keys(counters);

/** What each status of a failed request means. */
const meanings = {
  400: {
    name: 'BadRequest',
    description:
      'A parameter is unknown, repeated or wrong, or the path or a header is. It cost no request to the API.',
  },
  401: { name: 'Unauthorized', description: 'No session and no token, or a wrong token.' },
  403: {
    name: 'Forbidden',
    description: 'The header Sightline-Refresh is missing, or a token tries to refresh.',
  },
  404: { name: 'NotFound', description: 'There is nothing at this address.' },
  405: { name: 'MethodNotAllowed', description: 'The response to every other method.' },
  408: { name: 'RequestTimeout', description: 'The request did not arrive in time.' },
  409: { name: 'Conflict', description: 'The first reading has not ended. Try again in a moment.' },
  413: {
    name: 'ContentTooLarge',
    description: 'The request has a body of more than 64 KiB; none is needed.',
  },
  414: { name: 'UriTooLong', description: 'The path and the query have more than 8,192 characters.' },
  421: { name: 'Misdirected', description: 'Sightline does not serve this host.' },
  426: { name: 'UpgradeRequired', description: 'WebSockets are not supported.' },
  429: {
    name: 'TooManyRequests',
    description:
      'Too many requests with this token, or too many single monitors read by scripts; or there is nothing to show, and a limit of the API is reached.',
  },
  431: { name: 'HeadersTooLarge', description: 'The headers of the request have more than 32 KiB.' },
  500: { name: 'InternalError', description: 'A bug in Sightline.' },
  502: { name: 'BadGateway', description: 'There is nothing to show, and the API cannot be read.' },
  503: {
    name: 'Unavailable',
    description: 'There is nothing to show yet, or the state of all replicas cannot be reached.',
  },
  504: {
    name: 'GatewayTimeout',
    description: 'There is nothing to show, and the API did not respond in time.',
  },
} as const;
export type ErrorStatus = keyof typeof meanings;

const headersByStatus: Partial<Record<ErrorStatus, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate', ...counterHeaders],
  405: ['Allow', ...counterHeaders],
  429: ['Retry-After', ...counterHeaders],
  503: ['Retry-After', ...counterHeaders],
};

/** The codes of the statuses with which the launcher rejects requests, before any route (lib/launch/rejection.ts). */
const launcherCodes: Partial<Record<ErrorStatus, ErrorCode>> = {
  408: 'invalid_parameter',
  413: 'invalid_parameter',
  414: 'invalid_parameter',
  421: 'wrong_host',
  426: 'method_not_allowed',
  431: 'invalid_parameter',
};

/** Returns the codes with a status. */
function codesOf(status: ErrorStatus): ErrorCode[] {
  const launcherCode = launcherCodes[status];
  if (launcherCode !== undefined) return [launcherCode];
  return errorCodeSchema.options.filter((code) => code !== 'wrong_host' && failures[code].status === status);
}

/** Returns the headers of a failed request. One that has not arrived is not timed, and its caller learns no counters. */
function headersOfError(status: ErrorStatus): Record<string, { $ref: string }> {
  if (status === 408) return { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
  if (launcherCodes[status] !== undefined) return headersOf();
  return headersOf(...(headersByStatus[status] ?? counterHeaders));
}

/** The body of an error with this status: only its codes are possible. */
export function errorSchema(status: ErrorStatus): JsonSchema {
  return {
    allOf: [schemaRef('ErrorBody'), { type: 'object', properties: { code: { enum: codesOf(status) } } }],
  };
}

const statuses = Object.keys(meanings)
  .map(Number)
  .filter((status): status is ErrorStatus => Object.hasOwn(meanings, status));

/** The responses to failed requests. */
export function errorResponses(): Record<string, OpenApiResponse> {
  return Object.fromEntries(
    statuses.map((status) => [
      meanings[status].name,
      {
        description: meanings[status].description,
        headers: headersOfError(status),
        content: { 'application/json': { schema: errorSchema(status), example: errorExamples[status] } },
      },
    ]),
  );
}

/** Returns references to the responses with some statuses. */
export function errorsOf(...some: readonly ErrorStatus[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    some.map((status) => [status, { $ref: `#/components/responses/${meanings[status].name}` }]),
  );
}
