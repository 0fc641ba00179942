import 'server-only';
import type * as z from 'zod/mini';
import type { JsonSchema, OpenApiOperation, OpenApiParameter, OpenApiResponse } from '@/lib/contract/openapi';
import { examples } from './examples.ts';
import { type ErrorStatus, errorsOf, refsTo, withCounters } from './responses.ts';
import { jsonSchemaOf, schemaRef } from './schemas.ts';

/** `errors`: statuses of failed requests, other than those of all operations of its kind. */
interface Described extends Pick<OpenApiOperation, 'operationId' | 'tags' | 'summary' | 'description'> {
  query?: z.ZodMiniObject;
  hasUuid?: boolean;
  errors?: readonly ErrorStatus[];
}

type Content = NonNullable<OpenApiResponse['content']>;

export const json = (schema: JsonSchema, example?: unknown): Content => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

const uuid: OpenApiParameter = {
  name: 'uuid',
  in: 'path',
  required: true,
  description: 'The UUID of a monitor.',
  schema: { type: 'string', format: 'uuid' },
  example: '0a11ce00-0000-4000-8000-000000000001',
};

export const ifNoneMatch: OpenApiParameter = {
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
  schema: { type: 'string', pattern: '^([1-9][0-9]{0,5}|off)$' },
  example: '60',
});

const wantedInterval = refreshHeader(
  false,
  'How often the caller wants the list refreshed, seconds, or off. A browser without it counts as 30 s; a script with a token only counts as a viewer if it sends seconds. Anything else is ignored.',
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

type Particular = Described &
  Pick<OpenApiOperation, 'security' | 'responses' | 'requestBody'> & {
    headers?: readonly OpenApiParameter[];
  };

/** An operation with the statuses of all: most are those of a request that never reaches its route (lib/launch). */
export function operationOf(particular: Particular): OpenApiOperation {
  const { query, hasUuid, errors = [], headers = [], responses, ...rest } = particular;
  return {
    ...rest,
    parameters: [...(hasUuid ? [uuid] : []), ...(query ? parametersOf(query) : []), ...headers],
    responses: { ...responses, ...errorsOf(400, 405, 408, 413, 414, 421, 426, 431, 500, ...errors) },
  };
}

/**
 * An operation that reads, for signed-in callers. @param body the name of its schema and example
 * @param described.etag whether the response has an entity tag; `described.headers`: what else it has
 */
export function read(
  body: keyof typeof examples | Content,
  described: Described & { etag?: boolean; headers?: string[] },
): { get: OpenApiOperation } {
  const { etag = true, headers = [], errors = [], ...rest } = described;
  const tagged = etag ? withCounters('ETag', 'Vary') : withCounters();
  const content = typeof body === 'string' ? json(schemaRef(body), examples[body]) : body;
  const get = operationOf({
    ...rest,
    errors: [401, 429, 503, ...errors],
    security: [{ session: [] }, { token: [] }],
    headers: etag ? [ifNoneMatch, wantedInterval] : [wantedInterval],
    responses: {
      200: { description: rest.summary, headers: { ...tagged, ...refsTo(...headers) }, content },
      ...(etag ? { 304: { description: 'The client has the current body.', headers: tagged } } : {}),
    },
  });
  return { get };
}

/** A refresh spends requests of the organization, so that only people can ask for it. */
export function refresh({ errors = [], ...described }: Omit<Described, 'description' | 'tags'>): {
  post: OpenApiOperation;
} {
  const answer = { headers: withCounters(), content: json(schemaRef('Refresh'), examples.Refresh) };
  const post = operationOf({
    ...described,
    tags: ['Monitors'],
    description:
      'Reads the API now if the limits allow it, and says what it costs or why not. The list is not awaited: its meta.last_reading shows the end. Not for tokens: scripts send Sightline-Refresh when they read.',
    errors: [401, 403, 429, 503, ...errors],
    security: [{ session: [] }],
    headers: [refreshHeader(true, 'Seconds, or off. Required: no other site can make a browser send it.')],
    responses: {
      200: { description: 'It was read, or the reason why not.', ...answer },
      202: { description: 'It is being read.', ...answer },
    },
  });
  return { post };
}
