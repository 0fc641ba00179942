import 'server-only';
import * as z from 'zod/mini';
import { documented } from '@/lib/contract/documented';
import type { OpenApiDocument } from '@/lib/contract/openapi';
import { statusQuerySchema, wallQuerySchema } from '@/lib/contract/wall-query';
import { examples } from './examples.ts';
import { ifNoneMatch, json, operationOf } from './operation.ts';
import { errorSchema, headersOf } from './responses.ts';
import { schemaRef } from './schemas.ts';

const publicView =
  'Everyone may read the state of a view with public: true in the views file; otherwise it needs a session or a token. Nobody who reads it counts as a viewer.';

const isOne = () => z._default(z.enum(['0', '1']), '0');
const health = { anyOf: [schemaRef('VerboseHealth'), schemaRef('Health')] };

/** What monitors are in one word, and whether Sightline itself works. */
export const stateOperations: OpenApiDocument['paths'] = {
  '/api/status': {
    get: operationOf({
      operationId: 'getStatus',
      tags: ['Monitors'],
      summary: 'The state of a view in one word',
      description: publicView,
      query: statusQuerySchema,
      errors: [401, 429],
      security: [{}, { session: [] }, { token: [] }],
      responses: {
        200: {
          description: 'The state.',
          headers: headersOf(),
          content: json(schemaRef('Status'), examples.Status),
        },
        503: {
          description: 'With fail_on=down: it is down or unknown. Or it cannot be checked who asks.',
          headers: headersOf('Retry-After'),
          content: json({ anyOf: [schemaRef('Status'), errorSchema('503')] }),
        },
      },
    }),
  },
  '/api/badge.svg': {
    get: operationOf({
      operationId: 'getBadge',
      tags: ['Monitors'],
      summary: 'The state of a view as an image',
      description: publicView,
      query: wallQuerySchema,
      errors: [401, 429, 503],
      security: [{}, { session: [] }, { token: [] }],
      headers: [ifNoneMatch],
      responses: {
        200: {
          description: 'The badge.',
          headers: headersOf('ETag', 'Vary'),
          content: {
            'image/svg+xml': {
              schema: { type: 'string' },
              example: '<svg xmlns="http://www.w3.org/2000/svg"/>',
            },
          },
        },
        304: { description: 'The client has the current badge.', headers: headersOf('ETag', 'Vary') },
      },
    }),
  },
  '/api/health': {
    get: operationOf({
      operationId: 'getHealth',
      tags: ['Operation'],
      summary: 'The state in one word',
      description: 'For probes, and open to everyone. Unknown parameters are ignored.',
      query: z.object({
        ready: documented(isOne(), 'With 1, the status is 503 until there is data to show.', '1'),
        verbose: documented(
          isOne(),
          'With 1, the response has the versions; not for anonymous callers.',
          '0',
        ),
      }),
      errors: [401, 429],
      security: [{}, { session: [] }, { token: [] }],
      responses: {
        200: {
          description: 'The process responds.',
          headers: headersOf(),
          content: json(health, examples.Health),
        },
        503: {
          description:
            'With ready=1: there is nothing to show yet. With verbose=1 also: it cannot be checked who asks.',
          headers: headersOf('Retry-After'),
          content: json({ anyOf: [...health.anyOf, errorSchema('503')] }),
        },
      },
    }),
  },
  '/api/metrics': {
    get: operationOf({
      operationId: 'getMetrics',
      tags: ['Operation'],
      summary: 'Metrics for Prometheus, in its text format',
      description:
        'Requires the token in SIGHTLINE_METRICS_TOKEN; without it, the response is 404. Unknown parameters are ignored.',
      errors: [404],
      security: [{ metricsToken: [] }],
      responses: {
        200: {
          description: 'The metrics.',
          headers: headersOf(),
          content: { 'text/plain': { schema: { type: 'string' }, example: 'sightline_viewers 3\n' } },
        },
      },
    }),
  },
};
