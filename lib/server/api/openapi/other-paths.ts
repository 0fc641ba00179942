import 'server-only';
import type { OpenApiDocument } from '@/lib/contract/openapi';
import * as examples from './examples.ts';
import { json, operationOf, read, signedIn } from './operation.ts';
import { changeFilters, changePaging, days, exportFormat } from './parameters.ts';
import { errorSchema, errorsOf, headersOf } from './responses.ts';
import { schemaRef } from './schemas.ts';

const changePaths: OpenApiDocument['paths'] = {
  '/api/changes': read(
    {
      id: 'listChanges',
      tag: 'Changes',
      summary: 'What Sightline has observed',
      description: 'Failures and recoveries, edits, added and removed monitors, the newest first.',
      query: { ...changeFilters, ...changePaging },
    },
    { description: 'A page of changes.', content: json(schemaRef('ChangeList'), examples.changeList) },
  ),
  '/api/changes/count': read(
    {
      id: 'countChanges',
      tag: 'Changes',
      summary: 'How many changes match',
      description: 'Counts up to 99.',
      query: changeFilters,
    },
    { description: 'The number.', content: json(schemaRef('ChangeCount'), examples.changeCount) },
  ),
  '/api/changes/export': read(
    {
      id: 'exportChanges',
      tag: 'Changes',
      summary: 'All changes as a file',
      description: 'All changes that match, in one response. It must be downloaded within five minutes.',
      query: { ...exportFormat, ...changeFilters },
    },
    {
      description: 'A file with one line for each change.',
      headers: { 'Content-Disposition': { $ref: '#/components/headers/Content-Disposition' } },
      content: {
        'text/csv': { schema: { type: 'string' } },
        ...json({ type: 'array', items: schemaRef('Change') }, [examples.change]),
      },
    },
    { etag: false },
  ),
  '/api/changes/fleet': read(
    {
      id: 'getFleetHistory',
      tag: 'Changes',
      summary: 'How many monitors were in each condition',
      description: 'By slots, which are longer for more days.',
      query: { days },
    },
    { description: 'The numbers.', content: json(schemaRef('FleetHistory'), examples.fleetHistory) },
  ),
};

const healthContent = json({ anyOf: [schemaRef('VerboseHealth'), schemaRef('Health')] }, examples.health);
const isOne = { type: 'string', enum: ['0', '1'], default: '0' };

const healthPath: OpenApiDocument['paths'] = {
  '/api/health': {
    get: operationOf(
      {
        id: 'getHealth',
        tag: 'Operation',
        summary: 'The state in one word',
        description: 'For probes, and open to everyone. Unknown parameters are ignored.',
        query: {
          ready: {
            description: 'With 1, the status is 503 until there is data to show.',
            schema: isOne,
            example: '1',
            wrong: '',
          },
          verbose: {
            description: 'With 1, the response has the versions; for signed-in callers and tokens only.',
            schema: isOne,
            example: '0',
            wrong: '',
          },
        },
      },
      {
        security: [{}, ...signedIn],
        responses: {
          200: { description: 'The process responds.', headers: headersOf(), content: healthContent },
          ...errorsOf(401, 429),
          503: {
            description:
              'With ready=1: there is nothing to show yet. With verbose=1 also: it cannot be checked who asks.',
            headers: headersOf('Retry-After'),
            content: json(
              { anyOf: [schemaRef('VerboseHealth'), schemaRef('Health'), errorSchema(503)] },
              { status: 'starting' },
            ),
          },
        },
      },
    ),
  },
};

const metricsPath: OpenApiDocument['paths'] = {
  '/api/metrics': {
    get: operationOf(
      {
        id: 'getMetrics',
        tag: 'Operation',
        summary: 'Metrics for Prometheus',
        description:
          'Requires the token in SIGHTLINE_METRICS_TOKEN; without it, the response is 404. Unknown parameters are ignored.',
      },
      {
        security: [{ metricsToken: [] }],
        responses: {
          200: {
            description: 'The metrics in the text format of Prometheus.',
            headers: headersOf(),
            content: { 'text/plain': { schema: { type: 'string' }, example: 'sightline_degraded 0\n' } },
          },
          ...errorsOf(404),
        },
      },
    ),
  },
};

/** All paths other than those of the monitors. */
export const otherPaths: OpenApiDocument['paths'] = {
  ...changePaths,
  '/api/usage': read(
    {
      id: 'getUsage',
      tag: 'Usage',
      summary: 'The requests left, and what used them',
      description: 'Costs no request to the API.',
    },
    { description: 'The usage.', content: json(schemaRef('Usage'), examples.usage) },
    { etag: false },
  ),
  ...healthPath,
  ...metricsPath,
  '/api/openapi.json': read(
    {
      id: 'getOpenApi',
      tag: 'Documentation',
      summary: 'This document',
      description: 'OpenAPI 3.1. The page /api/docs shows it.',
    },
    {
      description: 'The document.',
      content: json(
        {
          type: 'object',
          required: ['openapi'],
          properties: { openapi: { const: '3.1.1' } },
          additionalProperties: true,
        },
        { openapi: '3.1.1' },
      ),
    },
  ),
};
