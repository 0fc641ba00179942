import 'server-only';
import type { z } from 'zod';
import type { Change, HistoryMeta } from '@/lib/contract/changes';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { withoutGroups } from '../../../contract/inventory-query.ts';
import { formatAge } from '../../../text/format.ts';
import { availabilityMessage } from '../../../text/format-availability.ts';
import type { Container } from '../../container.ts';
import { isFailure } from '../../errors.ts';
import { readChangesList, readListQuery } from '../parameters.ts';
import { parametersOf, type toolInputs } from './tool-inputs.ts';

/** What a tool may use. `now`: epoch ms; `linkTo`: the URL of a monitor's page. */
export interface ToolContext {
  container: Pick<
    Container,
    | 'listMonitors'
    | 'getMonitor'
    | 'knownMonitor'
    | 'getMonitorHistory'
    | 'listChanges'
    | 'compareAddresses'
    | 'filtersOfView'
    | 'getUsage'
    | 'limitScriptReads'
  >;
  now: number;
  linkTo: (uuid: string) => string;
  signal: AbortSignal;
}

/** Longer texts of monitors are cut, characters: an answer is read by a model, which pays for each word. */
const ANSWER_TEXT_MAX = 300;

const cut = (text: string) => (text.length > ANSWER_TEXT_MAX ? `${text.slice(0, ANSWER_TEXT_MAX)}…` : text);
const ageOf = (time: string, now: number) => formatAge((now - Date.parse(time)) / 1000);

/** A monitor in few words. */
function monitorAnswer(monitor: ListedMonitor, { now, linkTo }: ToolContext) {
  const { monitor_uuid, name, type, target, port, regions, condition, observed_since } = monitor;
  const { changed_after, changed_at, last_check_at, last_response_time_ms } = monitor;
  return {
    uuid: monitor_uuid,
    name: cut(name),
    type,
    target: cut(target),
    port,
    regions,
    condition,
    since: observed_since,
    lasts: ageOf(observed_since, now),
    began_between: changed_after && changed_at && [changed_after, changed_at],
    last_check_at,
    last_response_time_ms,
    maintenance: monitor.maintenance_mode,
    active: monitor.is_active,
    flapping: monitor.flapping,
    link: linkTo(monitor_uuid),
  };
}

/** A change that happened after `after` and by `by`. */
function changeAnswer({ kind, from, to, monitor, lasted, fields }: Change, { linkTo }: ToolContext) {
  return {
    kind,
    after: from,
    by: to,
    uuid: monitor.monitor_uuid,
    name: cut(monitor.name),
    type: monitor.type,
    target: cut(monitor.target),
    regions: monitor.regions,
    lasted_s: lasted && [lasted.at_least_s, lasted.at_most_s],
    edited: fields && Object.keys(fields),
    link: linkTo(monitor.monitor_uuid),
  };
}

/** The age of the history, and the last times without observations. */
function watchedAnswer({ observed_from, gaps, as_of, not_saved_since }: HistoryMeta, now: number) {
  const age = as_of && ageOf(as_of, now);
  return { observed_from, as_of, age, not_observed: gaps.slice(-5), not_saved_since };
}

type Input<Name extends keyof typeof toolInputs> = z.output<(typeof toolInputs)[Name]>;

export function listDown({ limit, ...filters }: Input<'list_down'>, context: ToolContext) {
  return list({ ...filters, condition: 'down', sort: 'attention', per_page: limit }, context);
}

export function findMonitors(
  { limit, maintenance, ...filters }: Input<'find_monitors'>,
  context: ToolContext,
) {
  return list({ ...filters, maintenance_mode: maintenance, per_page: limit }, context);
}

async function list(
  { view, ...parameters }: Record<string, unknown> & { view?: string | undefined },
  context: ToolContext,
) {
  const { container } = context;
  const filters = view === undefined ? undefined : container.filtersOfView(new URLSearchParams({ view }));
  const query = readListQuery(parametersOf({ ...parameters, facets: true }, filters));
  // The answer is monitors even if the view is grouped.
  const { body } = await container.listMonitors(query.in_group === undefined ? withoutGroups(query) : query);
  const { as_of, degraded, inventory } = body.meta;
  return {
    as_of,
    age: ageOf(as_of, context.now),
    // The reason why the list cannot be read again.
    problem: degraded && { code: degraded.code, since: degraded.since },
    list: inventory.state,
    monitors_missing: inventory.missing?.count ?? 0,
    total: body.pagination.total,
    pages: body.pagination.total_pages,
    counts: body.facets?.condition,
    down_in_common: body.down_summary ?? null,
    data: body.data.map((row) => monitorAnswer(row, context)),
  };
}

/** Costs a request to the API, like its route. When scripts have used up their share, the answer has the known data. */
export async function getMonitor({ uuid }: Input<'get_monitor'>, context: ToolContext) {
  const { container } = context;
  const { body } = await container
    .getMonitor(uuid, { beforeRead: container.limitScriptReads })
    .catch((error: unknown) => {
      const known = container.knownMonitor(uuid);
      if (known && isFailure(error) && error.failure.code === 'token_limited') return known;
      throw error;
    });
  const week = await container.getMonitorHistory(uuid, 7);
  const month = await container.getMonitorHistory(uuid, 30);
  const changes = await container.listChanges(readChangesList(parametersOf({ monitor: uuid, limit: 10 })));
  const [of7Days, of30Days] = [week.body.data.availability, month.body.data.availability];
  const { as_of, degraded, partial } = body.meta;
  const { interval, description, http_method, expected_status_codes, follow_redirects, timeout_ms } =
    body.data;
  return {
    as_of,
    age: ageOf(as_of, context.now),
    settings_as_of: body.data.settings_as_of ?? body.meta.detail_as_of ?? as_of,
    problem: degraded && { code: degraded.code, since: degraded.since },
    settings_complete: !partial,
    watched: watchedAnswer(changes.body.meta, context.now),
    data: {
      ...monitorAnswer(body.data, context),
      // A setting that is not known is absent.
      interval_s: interval,
      description: description && cut(description),
      http_method,
      expected_status_codes,
      follow_redirects,
      timeout_ms,
      unknown_fields: body.data.unknown_fields,
      // As bounds. Null: it is not in the list, or has no history.
      observed:
        of7Days && of30Days
          ? {
              availability_7_days: availabilityMessage(of7Days),
              availability_30_days: availabilityMessage(of30Days),
            }
          : null,
      changes: changes.body.data.map((change) => changeAnswer(change, context)),
    },
  };
}

export async function listChanges({ uuid, ...rest }: Input<'list_changes'>, context: ToolContext) {
  const query = readChangesList(parametersOf({ ...rest, monitor: uuid }));
  const { body } = await context.container.listChanges(query);
  return {
    ...watchedAnswer(body.meta, context.now),
    next_cursor: body.pagination.next_cursor,
    data: body.data.map((change) => changeAnswer(change, context)),
  };
}

export async function checkCoverage({ addresses }: Input<'check_coverage'>, context: ToolContext) {
  const { data, meta } = await context.container.compareAddresses(addresses.join('\n'), context.signal);
  return {
    as_of: meta.as_of,
    age: ageOf(meta.as_of, context.now),
    list: meta.inventory.state,
    counts: meta.counts,
    not_understood: meta.skipped.flatMap(({ reason, examples }) =>
      reason === 'not_understood' ? examples.map(({ text }) => text) : [],
    ),
    not_compared: meta.skipped.map(({ reason, count }) => ({ reason, count })),
    data: data.map(({ address, answer, why, as, near, monitors, monitor_count }) => ({
      address,
      answer,
      why,
      as,
      near,
      monitor_count,
      monitors: monitors.map(({ monitor_uuid, name, condition }) => ({
        name: cut(name),
        condition,
        link: context.linkTo(monitor_uuid),
      })),
    })),
  };
}

export async function getUsage(_: Input<'get_usage'>, { container }: ToolContext) {
  const { state, observed_at, rate_limit, daily, monthly, refresh, retry_at, access, storage } =
    container.getUsage().data;
  return {
    state,
    observed_at,
    minute: rate_limit,
    day: daily,
    month: monthly,
    retry_at,
    list_is_read_every_s: refresh.actual_s,
    limited_by: refresh.limited_by,
    api_problem: access.trouble && { code: access.trouble.code, since: access.trouble.since },
    storage_problem: storage.problem,
  };
}
