import 'server-only';
import type * as z from 'zod/mini';
import type { JsonSchema, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './openapi-types.ts';
import { type ErrorStatus, errorSchema, errorsOf, headersOf, refsTo, withCounters } from './responses.ts';
import { jsonSchemaOf, type SchemaName, schemaRef } from './schemas.ts';

interface OperationTexts extends Pick<OpenApiOperation, 'operationId' | 'summary' | 'description'> {
  query?: z.ZodMiniObject;
  hasUuid?: boolean;
  /** Statuses of failed requests, in addition to those of all operations of this kind. */
  errors?: readonly ErrorStatus[];
}

type Content = NonNullable<OpenApiResponse['content']>;

export const text = (type: string): Content => ({ [type]: { schema: { type: 'string' } } });
export const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });

const uuid: OpenApiParameter = {
  name: 'uuid',
  in: 'path',
  required: true,
  description: 'The UUID of a monitor.',
  schema: { type: 'string', format: 'uuid' },
  example: '0a11ce00-0000-4000-8000-000000000001',
};

const ifNoneMatch: OpenApiParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the response that the client has: if it is still current, the response is 304.',
  schema: { type: 'string' },
  example: '"3sVbQp0aXh8"',
};

export const refreshHeader = (required: boolean, description: string): OpenApiParameter => ({
  name: 'Sightline-Refresh',
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example: 'on',
});

const viewerHeader = refreshHeader(
  false,
  'Any value but off: the caller looks. While somebody has looked within two minutes, the list is read as often as the operator and the quota allow, otherwise every 15 minutes. off: the caller looks, but has paused; ignored with a token. Without the header the caller only reads what is there.',
);

export function parametersOf(query: z.ZodMiniObject): OpenApiParameter[] {
  const { properties, required = [] } = jsonSchemaOf(query);
  return Object.entries(properties ?? {}).map(([name, { description = '', examples, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name) && schema.default === undefined,
    description,
    schema,
    example: examples?.[0],
  }));
}

type OperationParts = OperationTexts &
  Pick<OpenApiOperation, 'security' | 'responses' | 'requestBody'> & {
    headers?: readonly OpenApiParameter[];
  };

/** An operation of the document with its method, without its tag. */
export type Operation = Omit<OpenApiOperation, 'tags'> & { method: 'get' | 'post' };

/** `default` is for requests that never reach their route (lib/launch). */
export function operationOf(method: Operation['method'], parts: OperationParts): Operation {
  const { query, hasUuid, errors = [], headers = [], responses, ...rest } = parts;
  return {
    method,
    ...rest,
    parameters: [...(hasUuid ? [uuid] : []), ...(query ? parametersOf(query) : []), ...headers],
    responses: { ...responses, ...errorsOf(400, ...errors, 'default') },
  };
}

export const callers = [{ session: [] }, { token: [] }];
/** Callers without credentials are admitted, perhaps not to everything. */
export const everyone = [{}, ...callers];

/**
 * An operation that reads, by default for callers whom the gate has admitted.
 *
 * @param body the name of its schema, or other content
 * @param described.etag whether the response has an entity tag; `described.headers`: the other headers of the response
 * @param described.unavailable when the status of the same response is 503
 */
export function read(
  body: SchemaName | Content,
  described: OperationTexts & {
    etag?: boolean;
    headers?: string[];
    security?: Operation['security'];
    unavailable?: string;
  },
): Operation {
  const { etag = true, headers = [], errors = [], security = callers, unavailable, ...rest } = described;
  const isGated = security === callers;
  const common = (isGated ? withCounters : headersOf)(...(etag ? ['ETag', 'Vary'] : []));
  const content = typeof body === 'string' ? json(schemaRef(body)) : body;
  const ofErrors: ErrorStatus[] = isGated ? [401, 429, 503] : [];
  return operationOf('get', {
    ...rest,
    errors: [...ofErrors, ...errors],
    security,
    headers: [...(etag ? [ifNoneMatch] : []), ...(isGated ? [viewerHeader] : [])],
    responses: {
      200: { description: rest.summary, headers: { ...common, ...refsTo(...headers) }, content },
      ...(etag ? { 304: { description: 'The client has the current body.', headers: common } } : {}),
      ...(unavailable === undefined
        ? {}
        : {
            503: {
              description: unavailable,
              headers: headersOf('Retry-After'),
              content: json({
                anyOf: [...Object.values(content).map(({ schema }) => schema), errorSchema('503')],
              }),
            },
          }),
    },
  });
}

/** An operation that returns all matches as a file, CSV or JSON. */
export function exported(
  name: 'ExportedMonitor' | 'ExportedChange' | 'ReportedMonitor',
  described: Omit<OperationTexts, 'description'> & { headers?: string[] },
): Operation {
  const list = json({ type: 'array', items: schemaRef(name) });
  return read(
    { ...text('text/csv'), ...list },
    {
      ...described,
      description: `One line for each ${name === 'ExportedChange' ? 'change' : 'monitor'}: all that match, in one response. It must be downloaded within five minutes.`,
      headers: ['Content-Disposition', ...(described.headers ?? [])],
      etag: false,
    },
  );
}

/** A refresh spends requests of the organization, so that only people can ask for it. */
export function refresh({ errors = [], ...described }: Omit<OperationTexts, 'description'>): Operation {
  const answer = { headers: withCounters(), content: json(schemaRef('Refresh')) };
  return operationOf('post', {
    ...described,
    description:
      'Reads the API now if the limits allow it, and says what it costs or why not. The list is not awaited: its meta.last_reading shows the end. Not for tokens: scripts send Sightline-Refresh when they read.',
    errors: [401, 403, 429, 503, ...errors],
    security: [{ session: [] }],
    headers: [refreshHeader(true, 'Any value. Required: no other site can make a browser send it.')],
    responses: {
      200: { description: 'It was read, or the reason why not.', ...answer },
      202: { description: 'It is being read.', ...answer },
    },
  });
}
