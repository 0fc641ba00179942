import 'server-only';
import type {
  JsonSchema,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  OpenApiSecurity,
} from '@/lib/contract/openapi';
import { exampleUuid } from './examples.ts';
import type { QueryParameter } from './parameters.ts';
import { counterHeaders, type ErrorStatus, errorsOf, headersOf } from './responses.ts';

type Tag = 'Monitors' | 'Changes' | 'Usage' | 'Operation' | 'Documentation';

/** What is particular about an operation. */
interface Described {
  id: string;
  tag: Tag;
  summary: string;
  description: string;
  query?: Readonly<Record<string, QueryParameter>>;
  /** Whether the path contains a UUID. */
  uuid?: boolean;
}

/** A successful body by its media type. */
export type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/** Sessions of the browser, and tokens of scripts. */
export const signedIn: OpenApiSecurity = [{ session: [] }, { token: [] }];

export const json = (schema: JsonSchema, example: unknown): Content => ({
  'application/json': { schema, example },
});

const uuid: OpenApiParameter = {
  name: 'uuid',
  in: 'path',
  required: true,
  description: 'The UUID of a monitor.',
  schema: { type: 'string', format: 'uuid' },
  example: exampleUuid,
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
  schema: { type: 'string', pattern: '^([1-9][0-9]{0,5}|off)$' },
  example: '60',
});

const wanted = refreshHeader(
  false,
  'How often the caller wants the list refreshed, seconds, or off. A browser without it counts as 30 s; a script with a token only counts as a viewer if it sends seconds. Anything else is ignored.',
);

function parametersOf(query: Described['query'] = {}): OpenApiParameter[] {
  return Object.entries(query).map(([name, { description, schema, example, required = false }]) => ({
    name,
    in: 'query',
    required,
    description,
    schema,
    example,
  }));
}

/** The statuses of every operation: most are those of a request that never reaches its route (lib/launch). */
const everywhere = [400, 405, 408, 413, 414, 421, 426, 431, 500] as const;

export function operationOf(
  { id, tag, summary, description, query, uuid: hasUuid = false }: Described,
  rest: Pick<OpenApiOperation, 'security' | 'responses'> & { headers?: readonly OpenApiParameter[] },
): OpenApiOperation {
  const { security, responses, headers = [] } = rest;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security,
    parameters: [...(hasUuid ? [uuid] : []), ...parametersOf(query), ...headers],
    responses: { ...responses, ...errorsOf(...everywhere) },
  };
}

/** The statuses of every read that requires sign-in, besides those of every operation. */
const common = [401, 429, 503] as const;

/** An operation that reads, for signed-in callers. @param more statuses other than the common ones */
export function read(
  described: Described,
  ok: OpenApiResponse,
  { more = [], etag = true }: { more?: readonly ErrorStatus[]; etag?: boolean } = {},
): { get: OpenApiOperation } {
  const unchanged: OpenApiResponse = {
    description: 'The client has the current body.',
    headers: headersOf('ETag', 'Vary', ...counterHeaders),
  };
  const tagged = etag ? ['ETag', 'Vary'] : [];
  return {
    get: operationOf(described, {
      security: signedIn,
      headers: etag ? [ifNoneMatch, wanted] : [wanted],
      responses: {
        200: { ...ok, headers: { ...headersOf(...tagged, ...counterHeaders), ...ok.headers } },
        ...(etag ? { 304: unchanged } : {}),
        ...errorsOf(...common, ...more),
      },
    }),
  };
}
