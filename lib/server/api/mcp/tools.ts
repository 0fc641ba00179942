import 'server-only';
import type { z } from 'zod';
import { withoutGroups } from '../../../contract/inventory-query.ts';
import type { Container } from '../../container.ts';
import { isFailure } from '../../errors.ts';
import { readChangesList, readListQuery } from '../parameters.ts';
import {
  type AnswerContext,
  ageOf,
  changeAnswer,
  coverageAnswer,
  freshnessOf,
  monitorAnswer,
  pastAnswer,
  settingsAnswer,
  usageAnswer,
  watchedAnswer,
} from './answers.ts';
import { parametersOf, type toolInputs } from './tool-inputs.ts';

/** What a tool may use. */
export interface ToolContext extends AnswerContext {
  container: Pick<
    Container,
    | 'listMonitors'
    | 'getMonitor'
    | 'knownMonitor'
    | 'listChanges'
    | 'compareAddresses'
    | 'filtersOfView'
    | 'getUsage'
    | 'limitScriptReads'
  >;
  signal: AbortSignal;
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
  // Also of a view that is grouped, the answer is monitors.
  const { body } = await container.listMonitors(query.in_group === undefined ? withoutGroups(query) : query);
  return {
    ...freshnessOf(body.meta, context.now),
    total: body.pagination.total,
    pages: body.pagination.total_pages,
    counts: body.facets?.condition,
    down_in_common: body.down_summary ?? null,
    data: body.data.map((row) => monitorAnswer(row, context)),
  };
}

/** Costs a request to the API, like its route; when scripts have used up their share, what is known is the answer. */
export async function getMonitor({ uuid }: Input<'get_monitor'>, context: ToolContext) {
  const { container } = context;
  const { body } = await container
    .getMonitor(uuid, { beforeRead: container.limitScriptReads })
    .catch((error: unknown) => {
      const known = container.knownMonitor(uuid);
      if (known && isFailure(error) && error.failure.code === 'token_limited') return known;
      throw error;
    });
  // Also monitors whose names contain the UUID are found.
  const found = await container.listMonitors(readListQuery(parametersOf({ q: uuid, history: 1 })));
  const changes = await container.listChanges(readChangesList(parametersOf({ monitor: uuid, limit: 10 })));
  const { as_of, degraded, partial } = body.meta;
  return {
    as_of,
    age: ageOf(as_of, context.now),
    settings_as_of: body.meta.detail_as_of ?? as_of,
    problem: degraded && { code: degraded.code, since: degraded.since },
    settings_complete: !partial,
    watched: watchedAnswer(changes.body.meta, context.now),
    data: {
      ...monitorAnswer(body.data, context),
      ...settingsAnswer(body),
      observed: pastAnswer(found.body, uuid),
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
    not_understood: meta.not_understood.map(({ text }) => text),
    data: data.map((address) => coverageAnswer(address, context)),
  };
}

export async function getUsage(_: Input<'get_usage'>, { container }: ToolContext) {
  return usageAnswer(container.getUsage());
}
