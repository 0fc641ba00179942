import 'server-only';
import * as z from 'zod/mini';
import { changesFiltersSchema, changesQuerySchema } from '@/lib/contract/changes-query';
import { documented } from '@/lib/contract/documented';
import { monitorFiltersSchema } from '@/lib/contract/inventory-query';
import type { OpenApiDocument } from '@/lib/contract/openapi';
import { reportQuerySchema } from '@/lib/contract/report-query';
import { wallQuerySchema } from '@/lib/contract/wall-query';
import { SCRIPT_READS_PER_HOUR } from '../../auth/api-tokens.ts';
import {
  coverageFormatSchema,
  daysQuerySchema,
  exportFormatSchema,
  monitorExportSchema,
} from '../parameters.ts';
import { examples } from './examples.ts';
import { documentedMonitorsQuery } from './monitors-query.ts';
import { json, operationOf, read, refresh, refreshHeader } from './operation.ts';
import { refsTo, withCounters } from './responses.ts';
import { schemaRef } from './schemas.ts';
import { stateOperations } from './state-operations.ts';

const text = (type: string) => ({ [type]: { schema: { type: 'string' } } });
const listOf = (name: 'ExportedMonitor' | 'ExportedChange' | 'ReportedMonitor') =>
  json({ type: 'array', items: schemaRef(name) }, [examples[name]]);
const exported = 'all that match, in one response. It must be downloaded within five minutes.';

const monitors: OpenApiDocument['paths'] = {
  '/api/monitors': read('MonitorList', {
    operationId: 'listMonitors',
    tags: ['Monitors'],
    summary: 'The list, page by page',
    description:
      'Costs no request to the API. While the first reading lasts, the list is incomplete and says so in meta.',
    query: documentedMonitorsQuery,
    errors: [502, 504],
  }),
  '/api/monitors/export': read(
    { ...text('text/csv'), ...listOf('ExportedMonitor') },
    {
      operationId: 'exportMonitors',
      tags: ['Monitors'],
      summary: 'The complete list as a file',
      description: `One line for each monitor: ${exported}`,
      query: z.extend(monitorExportSchema, monitorFiltersSchema.shape),
      headers: ['Content-Disposition', 'Sightline-Missing', 'Sightline-Settings-Known'],
      errors: [409],
      etag: false,
    },
  ),
  '/api/wall': read('Wall', {
    operationId: 'getWall',
    tags: ['Monitors'],
    summary: 'All that the wall shows',
    description:
      'What is not well among the monitors that the filters leave, in one response. Costs no request to the API. The token of a wall always gets its own view, whatever the URL asks for, and opens nothing else.',
    query: wallQuerySchema,
    errors: [502, 504],
  }),
  '/api/views': read('Views', {
    operationId: 'listViews',
    tags: ['Monitors'],
    summary: 'The views of the team',
    description: 'What the operator has configured in SIGHTLINE_VIEWS_FILE, and what is wrong in that file.',
  }),
  '/api/monitors/{uuid}': read('MonitorDetail', {
    operationId: 'getMonitor',
    tags: ['Monitors'],
    summary: 'One monitor',
    description: `Costs one request to the API, at most once a minute, also when that fails. Scripts may cause ${SCRIPT_READS_PER_HOUR} of these an hour; to read many monitors, use the list or the export.`,
    hasUuid: true,
    errors: [404, 502, 504],
  }),
  '/api/monitors/{uuid}/history': read('MonitorHistory', {
    operationId: 'getMonitorHistory',
    tags: ['Monitors'],
    summary: 'What was seen of one monitor',
    description:
      'Also of a removed one. Conditions, checks and response times by slots, which are longer for more days, and its changes.',
    query: daysQuerySchema,
    hasUuid: true,
    errors: [404],
  }),
  '/api/monitors/refresh': refresh({ operationId: 'refreshMonitors', summary: 'Refresh the list' }),
  '/api/monitors/{uuid}/refresh': refresh({
    operationId: 'refreshMonitor',
    summary: 'Refresh one monitor',
    hasUuid: true,
    errors: [404],
  }),
};

const changes: OpenApiDocument['paths'] = {
  '/api/changes': read('ChangeList', {
    operationId: 'listChanges',
    tags: ['Changes'],
    summary: 'What Sightline has observed',
    description: 'Failures and recoveries, edits, added and removed monitors, the newest first.',
    query: changesQuerySchema,
  }),
  '/api/changes/count': read('ChangeCount', {
    operationId: 'countChanges',
    tags: ['Changes'],
    summary: 'How many changes match',
    description: 'Counts up to 99.',
    query: changesFiltersSchema,
  }),
  '/api/changes/export': read(
    { ...text('text/csv'), ...listOf('ExportedChange') },
    {
      operationId: 'exportChanges',
      tags: ['Changes'],
      summary: 'All changes as a file',
      description: `One line for each change: ${exported}`,
      query: z.extend(exportFormatSchema, changesFiltersSchema.shape),
      headers: ['Content-Disposition'],
      etag: false,
    },
  ),
  '/api/changes/feed': read(
    {
      'application/atom+xml': {
        schema: { type: 'string' },
        example: '<feed xmlns="http://www.w3.org/2005/Atom"/>',
      },
    },
    {
      operationId: 'getOutageFeed',
      tags: ['Changes'],
      summary: 'The newest outages as an Atom feed',
      description:
        'At most 100, one entry each. Its updated moves when the outage has ended, its id stays. Without filters also of removed monitors. Feed readers may send the token of a feed in the query; it always gets its own view.',
      query: z.extend(wallQuerySchema, {
        token: documented(
          z.exactOptional(z.string()),
          'A token of "npm run create-token -- --feed NAME".',
          'sightline_…',
        ),
      }),
      errors: [502, 504],
    },
  ),
  '/api/changes/fleet': read('FleetHistory', {
    operationId: 'getFleetHistory',
    tags: ['Changes'],
    summary: 'How many monitors were in each condition',
    description: 'By slots, which are longer for more days.',
    query: daysQuerySchema,
  }),
};

const report: OpenApiDocument['paths'] = {
  '/api/report': read('Report', {
    operationId: 'getReport',
    tags: ['Report'],
    summary: 'What was observed in a month',
    description:
      'Availability and outages of the monitors that the filters leave now, each figure as bounds, because nobody knows what happened while the list was not read. Maintenance does not count. Costs no request to the API.',
    query: reportQuerySchema,
    errors: [502, 504],
  }),
  '/api/report/export': read(
    { ...text('text/csv'), ...listOf('ReportedMonitor') },
    {
      operationId: 'exportReport',
      tags: ['Report'],
      summary: 'A report as a file',
      description: `One line for each monitor: ${exported}`,
      query: z.extend(exportFormatSchema, reportQuerySchema.shape),
      headers: ['Content-Disposition', 'Sightline-Missing'],
      errors: [409],
      etag: false,
    },
  ),
};

const coverage: OpenApiDocument['paths'] = {
  '/api/coverage': {
    post: operationOf({
      operationId: 'checkCoverage',
      tags: ['Monitors'],
      summary: 'Which addresses of a list are monitored',
      description:
        'Costs no request to the API, and nothing of the list is kept. The list is in the body: lines, CSV, a hosts file, a sitemap, JSON (an array of texts, Terraform, kubectl, HAR), nginx or Caddy; its format is recognized, whatever its Content-Type. At most 10 MiB and 100,000 entries.',
      query: coverageFormatSchema,
      errors: [401, 403, 409, 429, 503],
      security: [{ session: [] }, { token: [] }],
      headers: [
        refreshHeader(
          false,
          'Seconds, or off. Required without a token: no other site can make a browser send it.',
        ),
      ],
      requestBody: {
        required: true,
        description: 'The list.',
        content: {
          ...{
            'text/plain': {
              schema: { type: 'string' },
              example: 'https://shop.example/checkout\nblog.example\n',
            },
          },
          ...json({ type: 'array', items: { type: 'string' } }, [
            'https://shop.example/checkout',
            'blog.example',
          ]),
        },
      },
      responses: {
        200: {
          description: 'The answers.',
          headers: { ...withCounters(), ...refsTo('Content-Disposition', 'Sightline-Missing') },
          content: { ...json(schemaRef('Coverage'), examples.Coverage), ...text('text/csv') },
        },
      },
    }),
  },
};

const openApi = {
  type: 'object',
  required: ['openapi'],
  properties: { openapi: { const: '3.1.1' } },
  additionalProperties: true,
};

export const paths: OpenApiDocument['paths'] = {
  ...monitors,
  ...stateOperations,
  ...coverage,
  ...changes,
  ...report,
  '/api/review': read('Review', {
    operationId: 'getReview',
    tags: ['Review'],
    summary: 'Monitors that cannot do their job, or do it badly',
    description:
      'Rules over all monitors as last read, and how many monitors each names. A monitor that lacks a fact that the rule needs is not named, but counted as unknown. Inactive monitors are named only by the rule about them. GET /api/monitors?rule=… lists the monitors of a rule, its export has them as a file. Costs no request to the API.',
    errors: [502, 504],
  }),
  '/api/usage': read('Usage', {
    operationId: 'getUsage',
    tags: ['Usage'],
    summary: 'The requests left, and what used them',
    description: 'Costs no request to the API.',
    etag: false,
  }),
  '/api/openapi.json': read(json(openApi, { openapi: '3.1.1' }), {
    operationId: 'getOpenApi',
    tags: ['Documentation'],
    summary: 'This document',
    description: 'OpenAPI 3.1. The page /api/docs shows it.',
  }),
};
