import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  REPORT_INCIDENTS_MAX,
  REPORT_MONITORS_MAX,
  REPORT_OUTAGES_MAX,
  type Report,
  type ReportedMonitor,
  type ReportedOutage,
} from '@/lib/contract/report';
import { foldedGroups, type Incident, incidentFold, incidentOf } from '../../contract/incidents.ts';
import { defaultInventoryQuery, filtersOf, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import { DAY_MS } from '../../contract/limits.ts';
import { monthOf, type ReportQuery, rangeOfMonth } from '../../contract/report.ts';
import { iso } from '../../text/format.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { History } from '../history/history.ts';
import { add, noOutages, type Outage, observe, reportFigures } from '../history/outages.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { allMatches } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { matching, waitForIndex } from './cached-view.ts';
import { historyMetaOf } from './changes.ts';
import { type Export, exportFile } from './export-file.ts';
import { type EtaggedBody, etaggedBody } from './http.ts';
import { listedRows } from './list-history.ts';
import type { readReportExport } from './parameters.ts';
import type { ReviewService } from './review.ts';

/** A report with all its monitors and outages. With 10,000 monitors it takes about 8 MB. */
interface WholeReport {
  response: EtaggedBody<Report>;
  monitors: readonly ReportedMonitor[];
  outages: readonly ReportedOutage[];
}
/** Maximum number of pending reports: one that is being made, and others that wait. */
const MAX_PENDING = 10;
const BUSY_MS = 10_000;
const FIRST_DAYS_MS = 3 * DAY_MS;
/** Number of reports that are cached until the next crawl. Pages and files share them. */
const CACHED_REPORTS = 4;

/** Reports what was observed in a month (ADR 0054). Sends no upstream request. */
export function createReport(parts: {
  inventory: Inventory;
  review: Pick<ReviewService, 'namedBy'>;
  history: Pick<History, 'timelines' | 'watched' | 'version'>;
  clock: Clock;
  demo: boolean;
}) {
  const { inventory, history, clock, demo } = parts;
  const reports = new LRUCache<string, Promise<WholeReport>>({ max: CACHED_REPORTS });

  /** Resolves when the last requested report has been made or has failed. */
  let lastReport: Promise<unknown> = Promise.resolve();
  let pending = 0;
  /**
   * Makes one report at a time: each takes seconds, and several together would hold the event loop too long.
   *
   * @throws FailureError `busy`
   */
  async function makeNext(make: () => Promise<WholeReport>): Promise<WholeReport> {
    if (pending >= MAX_PENDING) throw new FailureError({ code: 'busy', retryAt: clock.now() + BUSY_MS });
    pending += 1;
    const report = lastReport.then(make).finally(() => {
      pending -= 1;
    });
    lastReport = report.catch(() => {});
    return report;
  }

  /** Returns the month of the last reading; in its first days the one before, if that has data. A month needs a tenth to have figures. */
  async function newestMonth(): Promise<string> {
    const { from, until } = await history.watched(clock.now(), clock.now());
    const last = until ?? clock.now();
    const month = monthOf(last - FIRST_DAYS_MS);
    return from !== null && monthOf(from) > month ? monthOf(last) : month;
  }

  /** @throws FailureError before the first crawl, `storage_unreachable`, `busy`, and `invalid_parameter` for a wrong filter or month */
  async function reportOf({ filters, month: asked }: ReportQuery) {
    const month = asked ?? (await newestMonth());
    if (month > monthOf(clock.now())) {
      const detail = 'must not be later than the present month';
      throw new FailureError({ code: 'invalid_parameter', parameter: 'month', detail });
    }
    await waitForIndex(inventory, clock);
    const viewText = serializeInventoryQuery({ ...defaultInventoryQuery, ...filtersOf(filters) });
    const key = [history.version(), inventory.shown().version, month, viewText].join(' ');
    const cached = reports.get(key);
    if (cached !== undefined) return cached;
    const report = makeNext(async () => {
      // Read at the beginning of this report, because the inventory may have changed while the report waited.
      const { shown, index, ruleMonitors } = await matching(parts, filters);
      return makeReport(month, viewText, allMatches(index, filters, ruleMonitors), shown);
    });
    reports.set(key, report);
    report.catch(() => reports.delete(key));
    return report;
  }

  async function makeReport(
    month: string,
    viewText: string,
    matches: readonly InventoryMonitor[],
    { state, read, total, missing }: ReturnType<Inventory['shown']>,
  ): Promise<WholeReport> {
    const whole = rangeOfMonth(month);
    // The part of the present month that is over.
    const range = { since: whole.since, until: Math.min(whole.until, clock.now()) };
    const byUuid = new Map(matches.map((monitor) => [monitor.monitor_uuid, monitor]));
    const monitors: ReportedMonitor[] = [];
    const outages: ReportedOutage[] = [];
    let all = noOutages;
    let others = noOutages;
    let neverUp = 0;
    let stillDown = 0;
    const until = await history.timelines(listedRows(inventory, matches), range.since, (uuid, timeline) => {
      const monitor = byUuid.get(uuid);
      if (monitor === undefined) return;
      const { observed, outages: own } = observe(timeline, range);
      const figures = reportFigures(observed);
      all = add(all, observed);
      if (figures.availability.most === 0) neverUp += 1;
      else {
        others = add(others, observed);
        stillDown += own.filter(({ ended }) => ended === null).length;
      }
      monitors.push({ ...shownOf(monitor), ...figures });
      outages.push(...own.map((outage) => outageOf(monitor, outage)));
    });
    const incidents = await markIncidents(outages, byUuid);
    monitors.sort(byAvailability);
    outages.sort(byLength);
    const watched = await history.watched(range.since, range.until);
    return {
      monitors,
      outages,
      response: etaggedBody({
        data: {
          all: until === null ? null : reportFigures(all),
          never_up: neverUp,
          without_never_up: neverUp === 0 || neverUp === monitors.length ? null : reportFigures(others),
          monitors: monitors.slice(0, REPORT_MONITORS_MAX),
          outages: outages.slice(0, REPORT_OUTAGES_MAX),
          outages_seen: outages.length,
          still_down: stillDown,
          incidents: incidents.slice(0, REPORT_INCIDENTS_MAX),
        },
        meta: {
          ...historyMetaOf(watched),
          demo,
          month,
          view: viewText,
          monitors: matches.length,
          made_at: iso(clock.now()),
          since: iso(range.since),
          until: until === null ? null : iso(Math.min(until, range.until)),
          inventory: { state, read, total, missing },
        },
      }),
    };
  }

  return {
    getReport: async (query: ReportQuery) => (await reportOf(query)).response,
    /** @throws FailureError `inventory_incomplete` during the first crawl, and what `reportOf` throws */
    async exportReport({ query, rows, ...format }: ReturnType<typeof readReportExport>): Promise<Export> {
      if (inventory.shown().state === 'reading') throw new FailureError({ code: 'inventory_incomplete' });
      const { monitors, outages, response } = await reportOf(query);
      const { month, inventory: listed } = response.body.meta;
      const isOutages = rows === 'outages';
      return exportFile({
        name: `${isOutages ? 'outages' : 'report'}-${month}`,
        asOf: clock.now(),
        format,
        clock,
        missing: listed.missing?.count ?? 0,
        records: () => {
          if (isOutages) return outages;
          return format.format === 'csv'
            ? monitors.map((monitor) => ({ month, ...observedFigures(monitor) }))
            : monitors;
        },
        columns: isOutages ? outageColumns : monitorColumns,
      });
    },
  };
}

/** Marks the outages of incidents. Returns the incidents, those of the most monitors first. The event loop runs after each hour. */
async function markIncidents(
  outages: readonly ReportedOutage[],
  byUuid: ReadonlyMap<string, InventoryMonitor>,
) {
  const changes = outages.flatMap((outage) => {
    const monitor = byUuid.get(outage.monitor_uuid);
    if (outage.began === null || monitor === undefined) return [];
    return [{ ...outage.began, pair: outage.ended, monitor, outage }];
  });
  const fold = incidentFold<(typeof changes)[number]>(() => '');
  const incidents: Incident[] = [];
  // An incident stays within an hour of UTC.
  for (const ofHour of Map.groupBy(changes, ({ to }) => to.slice(0, '2026-10-01T12'.length)).values()) {
    await setImmediate();
    ofHour.sort((a, b) => Number(a.to < b.to) - Number(a.to > b.to));
    const folded = foldedGroups(ofHour, fold);
    for (const { outage } of folded.flat()) outage.in_incident = true;
    incidents.push(...folded.map(incidentOf));
  }
  return incidents.sort((a, b) => b.monitors - a.monitors);
}

/** Lengths are said in minutes: of those that surely were equally long, the one that was possibly longer is first. */
function byLength({ lasted_s: a }: ReportedOutage, { lasted_s: b }: ReportedOutage): number {
  return Math.floor(b.least / 60) - Math.floor(a.least / 60) || b.most - a.most;
}

/** In a file of lines a monitor that was not observed has no figures: 0 would claim that there was no outage. */
function observedFigures({ outages, downtime_s, longest_s, ...monitor }: ReportedMonitor) {
  return monitor.availability.observed_s === 0 ? monitor : { ...monitor, outages, downtime_s, longest_s };
}

const monitorColumns = {
  monitor_uuid: 'monitor_uuid',
  name: 'name',
  type: 'type',
  target: 'target',
  port: 'port',
  'availability.least': 'availability_least',
  'availability.most': 'availability_most',
  'availability.observed_share': 'observed_share',
  'outages.least': 'outages_least',
  'outages.most': 'outages_most',
  'downtime_s.least': 'downtime_least_s',
  'downtime_s.most': 'downtime_most_s',
  'longest_s.least': 'longest_least_s',
  'longest_s.most': 'longest_most_s',
  'mean_time_to_recovery_s.least': 'mean_time_to_recovery_least_s',
  'mean_time_to_recovery_s.most': 'mean_time_to_recovery_most_s',
  month: 'month',
};

const outageColumns = {
  monitor_uuid: 'monitor_uuid',
  name: 'name',
  'began.from': 'began_after',
  'began.to': 'began_by',
  'ended.from': 'ended_after',
  'ended.to': 'ended_by',
  'lasted_s.least': 'lasted_least_s',
  'lasted_s.most': 'lasted_most_s',
};

function shownOf({ monitor_uuid, name, type, target, port }: InventoryMonitor) {
  return { monitor_uuid, name, type, target, port };
}

function outageOf(
  { monitor_uuid, name }: InventoryMonitor,
  { began, ended, lastedMs }: Outage,
): ReportedOutage {
  const interval = (times: Outage['began']) => times && { from: iso(times.from), to: iso(times.to) };
  return {
    monitor_uuid,
    name,
    began: interval(began),
    ended: interval(ended),
    lasted_s: { least: Math.floor(lastedMs.least / 1000), most: Math.ceil(lastedMs.most / 1000) },
    in_incident: false,
  };
}

/** The lowest first; those that were observed too little last. */
function byAvailability(first: ReportedMonitor, second: ReportedMonitor): number {
  const { availability: a } = first;
  const { availability: b } = second;
  if (a.least !== null && b.least !== null) return a.least - b.least || (a.most ?? 0) - (b.most ?? 0);
  return (
    Number(a.least === null) - Number(b.least === null) || second.downtime_s.most - first.downtime_s.most
  );
}
