import 'server-only';
import type { OpenApiDocument } from '@/lib/contract/openapi';
import { SCRIPT_READS_PER_HOUR } from '../../auth/script-reads.ts';
import * as examples from './examples.ts';
import { json, operationOf, read, refreshHeader } from './operation.ts';
import { days, exportFormat, monitorFilters, monitorPaging } from './parameters.ts';
import { counterHeaders, errorsOf, headersOf } from './responses.ts';
import { schemaRef } from './schemas.ts';

const exportColumns =
  'monitor_uuid,name,condition,condition_first_seen_at,type,target,port,interval,regions,maintenance_mode,is_active,last_check_at,last_status,last_response_time_ms,created_at,updated_at,unknown_fields';

/** A refresh spends requests of the organization, so that only people can ask for it. */
function refresh(described: { id: string; summary: string; uuid?: boolean }) {
  const answer = {
    headers: headersOf(...counterHeaders),
    content: json(schemaRef('Refresh'), examples.refresh),
  };
  return {
    post: operationOf(
      {
        ...described,
        tag: 'Monitors',
        description:
          'Reads the API now if the limits allow it, and says what it costs or why not. The list is not awaited: its meta.last_reading shows the end. Not for tokens: scripts send Sightline-Refresh when they read.',
      },
      {
        security: [{ session: [] }],
        headers: [
          refreshHeader(true, 'Seconds, or off. Required: no other site can make a browser send it.'),
        ],
        responses: {
          200: { description: 'It was read, or the reason why not.', ...answer },
          202: { description: 'It is being read.', ...answer },
          ...errorsOf(401, 403, 429, 503),
        },
      },
    ),
  };
}

/** The paths of the monitors. */
export const monitorPaths: OpenApiDocument['paths'] = {
  '/api/monitors': read(
    {
      id: 'listMonitors',
      tag: 'Monitors',
      summary: 'The list, page by page',
      description:
        'Costs no request to the API. While the first reading lasts, the list is incomplete and says so in meta.',
      query: { ...monitorFilters, ...monitorPaging },
    },
    { description: 'A page of monitors.', content: json(schemaRef('MonitorList'), examples.monitorList) },
    { more: [502, 504] },
  ),
  '/api/monitors/export': read(
    {
      id: 'exportMonitors',
      tag: 'Monitors',
      summary: 'The complete list as a file',
      description: 'All monitors that match, in one response. It must be downloaded within five minutes.',
      query: { ...exportFormat, ...monitorFilters },
    },
    {
      description: 'A file with one line for each monitor.',
      headers: {
        'Content-Disposition': { $ref: '#/components/headers/Content-Disposition' },
        'Sightline-Missing': { $ref: '#/components/headers/Sightline-Missing' },
      },
      content: {
        'text/csv': { schema: { type: 'string' }, example: `${exportColumns}\r\n` },
        ...json({ type: 'array', items: schemaRef('ListedMonitor') }, [examples.monitor]),
      },
    },
    { more: [409], etag: false },
  ),
  '/api/monitors/{uuid}': read(
    {
      id: 'getMonitor',
      tag: 'Monitors',
      summary: 'One monitor',
      description: `Costs one request to the API, at most once a minute, also when that fails. Scripts may cause ${SCRIPT_READS_PER_HOUR} of these an hour; to read many monitors, use the list or the export.`,
      uuid: true,
    },
    { description: 'The monitor.', content: json(schemaRef('MonitorDetail'), examples.monitorDetail) },
    { more: [404, 502, 504] },
  ),
  '/api/monitors/{uuid}/history': read(
    {
      id: 'getMonitorHistory',
      tag: 'Monitors',
      summary: 'What was seen of one monitor',
      description:
        'Also of a removed one. Conditions, checks and response times by slots, which are longer for more days, and its changes.',
      query: { days },
      uuid: true,
    },
    { description: 'Its history.', content: json(schemaRef('MonitorHistory'), examples.monitorHistory) },
    { more: [404] },
  ),
  '/api/monitors/refresh': refresh({ id: 'refreshMonitors', summary: 'Refresh the list' }),
  '/api/monitors/{uuid}/refresh': {
    post: withNotFound(refresh({ id: 'refreshMonitor', summary: 'Refresh one monitor', uuid: true }).post),
  },
};

function withNotFound(operation: ReturnType<typeof operationOf>): ReturnType<typeof operationOf> {
  return { ...operation, responses: { ...operation.responses, ...errorsOf(404) } };
}
