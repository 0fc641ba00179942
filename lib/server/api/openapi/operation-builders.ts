import 'server-only';
import type * as z from 'zod/mini';
import {
  type headers as allHeaders,
  errors,
  headersOf,
  type JsonSchema,
  jsonSchemaOf,
  type MediaTypes,
  type OpenApiResponse,
  type SchemaName,
  schemaRef,
} from './components.ts';

export interface OpenApiParameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example: unknown;
}

type HeaderName = keyof typeof allHeaders;

interface OperationTexts {
  operationId: string;
  summary: string;
  description: string;
}

/** An operation of an OpenAPI document (3.1). */
export interface Operation extends OperationTexts {
  /** Alternative credentials. An empty object: no credentials are needed. */
  security: readonly Record<string, readonly string[]>[];
  parameters: readonly OpenApiParameter[];
  requestBody?: { required: boolean; description: string; content: MediaTypes };
  /** By status, or 4XX and 5XX. */
  responses: Record<string, OpenApiResponse | { $ref: string }>;
}

export const plainText = (type: string): MediaTypes => ({ [type]: { schema: { type: 'string' } } });
export const json = (schema: JsonSchema): MediaTypes => ({ 'application/json': { schema } });

export const uuid: OpenApiParameter = {
  name: 'uuid',
  in: 'path',
  required: true,
  description: 'The UUID of a monitor.',
  schema: { type: 'string', format: 'uuid' },
  example: '0a11ce00-0000-4000-8000-000000000001',
};

function header(name: string, example: string, description: string, required = false): OpenApiParameter {
  return { name, in: 'header', required, description, schema: { type: 'string' }, example };
}

export const refreshHeader = (required: boolean, description: string) =>
  header('Sightline-Refresh', 'on', description, required);

const ifNoneMatch = header(
  'If-None-Match',
  '"3sVbQp0aXh8"',
  'The ETag of the response that the client has: if it is still current, the response is 304.',
);
const viewerHeader = refreshHeader(
  false,
  'Any value but off: the caller looks. While somebody has looked within two minutes, the list is read as often as the operator and the quota allow, otherwise every 15 minutes. off: the caller looks, but has paused; ignored with a token. Without the header the caller only reads what is there.',
);

export function describedParameters(query: z.ZodMiniObject): OpenApiParameter[] {
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

export const callers = [{ session: [] }, { token: [] }];
/** Callers without credentials are admitted, perhaps not to everything. */
export const everyone = [{}, ...callers];

/**
 * A GET operation, by default for callers whom the gate has admitted.
 *
 * @param body the name of its schema, or other content
 * @param described.etag whether the response has an entity tag; `described.headers`: the other headers of the response
 * @param described.unavailable when the status of the same response is 503
 */
export function read(
  body: SchemaName | MediaTypes,
  described: OperationTexts & {
    query?: z.ZodMiniObject;
    path?: readonly OpenApiParameter[];
    etag?: boolean;
    headers?: readonly HeaderName[];
    security?: Operation['security'];
    unavailable?: string;
  },
): { get: Operation } {
  const {
    query,
    path = [],
    etag = true,
    headers = [],
    security = callers,
    unavailable,
    ...texts
  } = described;
  const tag = etag ? headersOf('ETag') : {};
  const content = typeof body === 'string' ? json(schemaRef(body)) : body;
  const responses: Operation['responses'] = {
    200: { description: texts.summary, headers: { ...tag, ...headersOf(...headers) }, content },
    ...errors,
  };
  if (etag) responses[304] = { description: 'The client has the current body.', headers: tag };
  if (unavailable !== undefined) {
    const anyOf = [...Object.values(content).map(({ schema }) => schema), schemaRef('ErrorBody')];
    responses[503] = {
      description: unavailable,
      headers: headersOf('Retry-After'),
      content: json({ anyOf }),
    };
  }
  const parameters = [...path, ...(query ? describedParameters(query) : [])];
  if (etag) parameters.push(ifNoneMatch);
  if (security === callers) parameters.push(viewerHeader);
  return { get: { ...texts, security, parameters, responses } };
}

/** An operation that returns all matches as a file, CSV or JSON. */
export function exported(
  line: { is: string; schema: JsonSchema },
  described: Omit<OperationTexts, 'description'> & {
    query: z.ZodMiniObject;
    headers?: readonly HeaderName[];
  },
): { get: Operation } {
  const list = json({ type: 'array', items: line.schema });
  return read(
    { ...plainText('text/csv'), ...list },
    {
      ...described,
      description: `One line for each ${line.is}: all that match, in one response. It must be downloaded within five minutes.`,
      headers: ['Content-Disposition', ...(described.headers ?? [])],
      etag: false,
    },
  );
}

/** A refresh spends requests of the organization, so that only people can ask for it. */
export function refresh(
  operationId: string,
  summary: string,
  path: readonly OpenApiParameter[] = [],
): { post: Operation } {
  const answer = { content: json(schemaRef('Refresh')) };
  return {
    post: {
      operationId,
      summary,
      description:
        'Reads the API now if the limits allow it, and says what it costs or why not. The list is not awaited: its meta.last_reading shows the end. Not for tokens: scripts send Sightline-Refresh when they read.',
      security: [{ session: [] }],
      parameters: [
        ...path,
        refreshHeader(true, 'Any value. Required: no other site can make a browser send it.'),
      ],
      responses: {
        200: { description: 'It was read, or the reason why not.', ...answer },
        202: { description: 'It is being read.', ...answer },
        ...errors,
      },
    },
  };
}
