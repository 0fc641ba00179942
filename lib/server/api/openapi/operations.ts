import 'server-only';
import * as z from 'zod/mini';
import { changesFiltersSchema, changesQuerySchema } from '@/lib/contract/changes-query';
import { documented } from '@/lib/contract/documented';
import { monitorFiltersSchema } from '@/lib/contract/inventory-query';
import { reportQuerySchema } from '@/lib/contract/report';
import { wallQuerySchema } from '@/lib/contract/wall-query';
import { SCRIPT_READS_PER_HOUR } from '../../auth/token-file.ts';
import {
  coverageExportSchema,
  daysQuerySchema,
  exportFormatSchema,
  monitorExportSchema,
  reportRowsSchema,
  reviewQuerySchema,
  statusQuerySchema,
} from '../parameters.ts';
import { errors, headersOf, schemaRef } from './components.ts';
import { documentedMonitorsQuery } from './monitors-query.ts';
import {
  callers,
  describedParameters,
  everyone,
  exported,
  json,
  type Operation,
  plainText,
  read,
  refresh,
  refreshHeader,
  uuid,
} from './operation-builders.ts';

const publicView =
  'Everyone may read the state of a view with public: true in the views file; otherwise it needs a session or a token. Nobody who reads it counts as a viewer.';

export const paths: Record<string, { get?: Operation; post?: Operation }> = {
  '/api/monitors': read('MonitorList', {
    operationId: 'listMonitors',
    summary: 'The list, page by page',
    description:
      'Costs no request to the API. While the first reading lasts, the list is incomplete and says so in meta.',
    query: documentedMonitorsQuery,
  }),
  '/api/monitors/export': exported(
    { is: 'monitor', schema: schemaRef('ExportedMonitor') },
    {
      operationId: 'exportMonitors',
      summary: 'The complete list as a file',
      query: z.extend(monitorExportSchema, monitorFiltersSchema.shape),
      headers: ['Sightline-Missing', 'Sightline-Settings-Known'],
    },
  ),
  '/api/wall': read('Wall', {
    operationId: 'getWall',
    summary: 'All that the wall shows',
    description:
      'What is not well among the monitors that the filters leave, in one response. Costs no request to the API. The token of a wall always gets its own view, whatever the URL asks for, and opens nothing else.',
    query: wallQuerySchema,
  }),
  '/api/views': read('Views', {
    operationId: 'listViews',
    summary: 'The views of the team',
    description: 'What the operator has configured in SIGHTLINE_VIEWS_FILE, and what is wrong in that file.',
  }),
  '/api/monitors/{uuid}': read('MonitorDetail', {
    operationId: 'getMonitor',
    summary: 'One monitor',
    description: `Costs one request to the API, at most once a minute, also when that fails. Scripts may cause ${SCRIPT_READS_PER_HOUR} of these an hour; to read many monitors, use the list or the export.`,
    path: [uuid],
  }),
  '/api/monitors/{uuid}/history': read('MonitorHistory', {
    operationId: 'getMonitorHistory',
    summary: 'What was seen of one monitor',
    description:
      'Also of a removed one. Conditions, checks and response times by slots, which are longer for more days, and its changes.',
    query: daysQuerySchema,
    path: [uuid],
  }),
  '/api/monitors/refresh': refresh('refreshMonitors', 'Refresh the list'),
  '/api/monitors/{uuid}/refresh': refresh('refreshMonitor', 'Refresh one monitor', [uuid]),
  '/api/status': read('Status', {
    operationId: 'getStatus',
    summary: 'The state of a view in one word',
    description: publicView,
    query: statusQuerySchema,
    security: everyone,
    etag: false,
    unavailable: 'With fail_on=down: it is down or unknown. Or it cannot be checked who asks.',
  }),
  '/api/badge.svg': read(plainText('image/svg+xml'), {
    operationId: 'getBadge',
    summary: 'The state of a view as an image',
    description: publicView,
    query: wallQuerySchema,
    security: everyone,
  }),
  '/api/coverage': {
    post: {
      operationId: 'checkCoverage',
      summary: 'Which addresses of a list are monitored',
      description:
        'Costs no request to the API, and nothing of the list is kept. The list is in the body, in any form, whatever its Content-Type: each token that looks like an address is one, or is counted with the reason. At most 10 MiB and 20,000 addresses.',
      security: callers,
      parameters: [
        ...describedParameters(coverageExportSchema),
        refreshHeader(
          false,
          'Any value. Required without a token: no other site can make a browser send it.',
        ),
      ],
      requestBody: {
        required: true,
        description: 'The list.',
        content: { ...plainText('text/plain'), ...json({ type: 'array', items: { type: 'string' } }) },
      },
      responses: {
        200: {
          description: 'The answers.',
          headers: headersOf('Content-Disposition', 'Sightline-Missing'),
          content: { ...json(schemaRef('Coverage')), ...plainText('text/csv') },
        },
        ...errors,
      },
    },
  },
  '/api/changes': read('ChangeList', {
    operationId: 'listChanges',
    summary: 'What Sightline has observed',
    description: 'Failures and recoveries, edits, added and removed monitors, the newest first.',
    query: changesQuerySchema,
  }),
  '/api/changes/count': read('ChangeCount', {
    operationId: 'countChanges',
    summary: 'How many changes match',
    description: 'Counts up to 99.',
    query: changesFiltersSchema,
  }),
  '/api/changes/export': exported(
    { is: 'change', schema: schemaRef('ExportedChange') },
    {
      operationId: 'exportChanges',
      summary: 'All changes as a file',
      query: z.extend(exportFormatSchema, changesFiltersSchema.shape),
    },
  ),
  '/api/changes/feed': read(plainText('application/atom+xml'), {
    operationId: 'getOutageFeed',
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
  }),
  '/api/changes/fleet': read('FleetHistory', {
    operationId: 'getFleetHistory',
    summary: 'How many monitors were in each condition',
    description: 'By slots, which are longer for more days.',
    query: daysQuerySchema,
  }),
  '/api/report': read('Report', {
    operationId: 'getReport',
    summary: 'What was observed in a month',
    description:
      'Availability and outages of the monitors that the filters leave now, of the observed time; each figure as bounds, because a change happened between two readings. Maintenance does not count. Costs no request to the API.',
    query: reportQuerySchema,
  }),
  '/api/report/export': exported(
    {
      is: 'monitor or outage',
      schema: { oneOf: [schemaRef('ReportedMonitor'), schemaRef('ReportedOutage')] },
    },
    {
      operationId: 'exportReport',
      summary: 'A report as a file',
      query: z.extend(reportRowsSchema, { ...exportFormatSchema.shape, ...reportQuerySchema.shape }),
      headers: ['Sightline-Missing'],
    },
  ),
  '/api/health': read('Health', {
    operationId: 'getHealth',
    summary: 'The state in one word',
    description: 'For probes, and open to everyone. Unknown parameters are ignored.',
    query: z.object({
      ready: documented(
        z._default(z.enum(['0', '1']), '0'),
        'With 1, the status is 503 until there is data to show.',
        '1',
      ),
    }),
    security: [{}],
    etag: false,
    unavailable: 'With ready=1: there is nothing to show yet.',
  }),
  '/api/metrics': read(plainText('text/plain'), {
    operationId: 'getMetrics',
    summary: 'Metrics for Prometheus, in its text format',
    description:
      'Requires the token in SIGHTLINE_METRICS_TOKEN; without it, the response is 404. Unknown parameters are ignored.',
    security: [{ metricsToken: [] }],
    etag: false,
  }),
  '/api/review': read('Review', {
    operationId: 'getReview',
    summary: 'Monitors that cannot do their job, or do it badly',
    description:
      'Rules over all monitors as last read, and how many monitors each names. A monitor that lacks a fact that the rule needs is not named, but counted as unknown. Inactive monitors are named only by the rule about them. GET /api/monitors?rule=… lists the monitors of a rule, its export has them as a file. Costs no request to the API.',
    query: reviewQuerySchema,
  }),
  '/api/usage': read('Usage', {
    operationId: 'getUsage',
    summary: 'The requests left, and what used them',
    description: 'Costs no request to the API.',
    etag: false,
  }),
  '/api/openapi.json': read(
    json({
      type: 'object',
      required: ['openapi'],
      properties: { openapi: { const: '3.1.1' } },
      additionalProperties: true,
    }),
    { operationId: 'getOpenApi', summary: 'This document', description: 'OpenAPI 3.1.' },
  ),
};
