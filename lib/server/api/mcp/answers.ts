import 'server-only';
import type { Change, HistoryMeta } from '@/lib/contract/changes';
import type { CoveredAddress } from '@/lib/contract/coverage';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorDetail, MonitorList } from '@/lib/contract/responses';
import type { Usage } from '@/lib/contract/usage';
import { formatAge } from '../../../text/format.ts';
import { formatAvailability } from '../../../text/format-availability.ts';

/** What the answers of the tools are made with. `now`: epoch ms; `linkTo`: the URL of a monitor's page. */
export interface AnswerContext {
  now: number;
  linkTo: (uuid: string) => string;
}

/** Longer texts of monitors are cut, characters: an answer is read by a model, which pays for each word. */
const TEXT_MAX = 300;

const cut = (text: string) => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);
export const ageOf = (time: string, now: number) => formatAge((now - Date.parse(time)) / 1000);

/** How old a list is, and what it lacks. `problem`: why it cannot be read again. */
export function freshnessOf({ as_of, degraded, inventory }: MonitorList['meta'], now: number) {
  return {
    as_of,
    age: ageOf(as_of, now),
    problem: degraded && { code: degraded.code, since: degraded.since },
    list: inventory.state,
    monitors_missing: inventory.missing?.count ?? 0,
  };
}

/** A monitor in few words. */
export function monitorAnswer(monitor: ListedMonitor, { now, linkTo }: AnswerContext) {
  const { monitor_uuid, name, type, target, port, regions, condition, observed_since } = monitor;
  const { changed_after, changed_at, last_check_at, last_response_time_ms } = monitor;
  return {
    uuid: monitor_uuid,
    name: cut(name),
    ...{ type, target: cut(target), port, regions, condition },
    since: observed_since,
    lasts: ageOf(observed_since, now),
    began_between: changed_after && changed_at && [changed_after, changed_at],
    ...{ last_check_at, last_response_time_ms },
    maintenance: monitor.maintenance_mode,
    active: monitor.is_active,
    flapping: monitor.flapping,
    link: linkTo(monitor_uuid),
  };
}

/** The settings of a monitor. One that is not known is absent. */
export function settingsAnswer({ data }: Pick<MonitorDetail, 'data'>) {
  const { interval, description, http_method, expected_status_codes, follow_redirects, timeout_ms } = data;
  return {
    interval_s: interval,
    description: description && cut(description),
    ...{ http_method, expected_status_codes, follow_redirects, timeout_ms },
    unknown_fields: data.unknown_fields,
  };
}

/** What was observed of a monitor, from the answer of a list with `history=1`. Availability as bounds; null: not in the list. */
export function pastAnswer({ data }: Pick<MonitorList, 'data'>, uuid: string) {
  const past = data.find(({ monitor_uuid }) => monitor_uuid.toLowerCase() === uuid.toLowerCase())?.history;
  if (!past) return null;
  const share = (bounds: typeof past.availability_7d) => bounds && formatAvailability(bounds);
  return {
    availability_7_days: share(past.availability_7d),
    availability_30_days: share(past.availability_30d),
  };
}

/** A change that happened after `after` and by `by`. */
export function changeAnswer({ kind, from, to, monitor, lasted, fields }: Change, { linkTo }: AnswerContext) {
  return {
    kind,
    ...{ after: from, by: to },
    uuid: monitor.monitor_uuid,
    name: cut(monitor.name),
    ...{ type: monitor.type, target: cut(monitor.target), regions: monitor.regions },
    lasted_s: lasted && [lasted.at_least_s, lasted.at_most_s],
    edited: fields && Object.keys(fields),
    link: linkTo(monitor.monitor_uuid),
  };
}

/** How old the history is, and the last times in which nothing was observed. */
export function watchedAnswer({ observed_from, gaps, as_of, not_saved_since }: HistoryMeta, now: number) {
  const age = as_of && ageOf(as_of, now);
  return { observed_from, as_of, age, not_observed: gaps.slice(-5), not_saved_since };
}

export function coverageAnswer(
  { address, answer, why, monitors, monitor_count }: CoveredAddress,
  { linkTo }: AnswerContext,
) {
  return {
    ...{ address, answer, why, monitor_count },
    monitors: monitors.map(({ monitor_uuid, name, condition }) => ({
      name: cut(name),
      condition,
      link: linkTo(monitor_uuid),
    })),
  };
}

export function usageAnswer({ data }: Usage) {
  const { state, observed_at, rate_limit, daily, monthly, refresh, retry_at, access, storage } = data;
  return {
    ...{ state, observed_at, minute: rate_limit, day: daily, month: monthly, retry_at },
    list_is_read_every_s: refresh.actual_s,
    limited_by: refresh.limited_by,
    api_problem: access.trouble && { code: access.trouble.code, since: access.trouble.since },
    storage_problem: storage.problem,
  };
}
