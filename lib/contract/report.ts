import * as z from 'zod/mini';
import { availabilitySchema, bounds, boundsOrNull, outageFigures } from './availability.ts';
import { historyMetaSchema } from './changes.ts';
import {
  boolean,
  documented,
  intervalOrNull,
  number,
  recordOf,
  text,
  time,
  timeOrNull,
} from './documented.ts';
import { incidentSchema } from './incidents.ts';
import { type InventoryQuery, readInventoryQuery } from './inventory-query.ts';
import { listedMonitorSchema } from './monitor.ts';
import type { ParameterProblem } from './query-parameters.ts';
import { inventoryStateSchema } from './responses.ts';
import { wallQuerySchema } from './wall-query.ts';

/** Maximum number of monitors in a response: the worst. Files have all monitors. */
export const REPORT_MONITORS_MAX = 500;
/** Maximum number of outages in a response: the longest. */
export const REPORT_OUTAGES_MAX = 500;
/** Maximum number of incidents in a response: the largest. */
export const REPORT_INCIDENTS_MAX = 5;

export const reportFiguresSchema = documented(
  z.object({
    availability: availabilitySchema,
    outages: outageFigures.outages,
    downtime_s: bounds('How long it was observed to be down in all, seconds.'),
    longest_s: outageFigures.longest_s,
    mean_time_to_recovery_s: boundsOrNull(
      'Mean length of the outages that were seen and ended in the month, seconds; null: it is not certain that there was one.',
    ),
  }),
  'Figures of the observed time of a month, each as bounds, because a change happened between two readings. Of several monitors, each counts by its time.',
);
export type Figures = z.infer<typeof reportFiguresSchema>;

const monitorSchema = z.pick(
  listedMonitorSchema,
  recordOf(['monitor_uuid', 'name', 'type', 'target', 'port'], true),
);

export const reportedMonitorSchema = documented(
  z.extend(reportFiguresSchema, monitorSchema.shape),
  'A monitor in a report.',
);
export type ReportedMonitor = z.infer<typeof reportedMonitorSchema>;

export const reportedOutageSchema = documented(
  z.object({
    monitor_uuid: z.string(),
    name: z.string(),
    began: intervalOrNull('Between which times; null: before the month, or with it.'),
    ended: intervalOrNull('Between which times; null: it was not seen to end in the month.'),
    lasted_s: bounds('How long it lasted within the month, seconds.'),
    in_incident: boolean('Whether it is part of an incident.'),
  }),
  'An outage that was seen.',
);
export type ReportedOutage = z.infer<typeof reportedOutageSchema>;

/** Response body of `GET /api/report`. */
export const reportSchema = documented(
  z.object({
    data: z.object({
      all: documented(
        z.nullable(reportFiguresSchema),
        'All monitors together; null: nothing has been recorded.',
      ),
      never_up: number('How many monitors were never seen up in the month: their availability is 0.'),
      without_never_up: documented(
        z.nullable(reportFiguresSchema),
        'All monitors without those, together; null: there are none of them, or no others.',
      ),
      monitors: documented(
        z.array(reportedMonitorSchema),
        `At most ${REPORT_MONITORS_MAX}, the lowest availability first, those that were observed too little last.`,
      ),
      outages: documented(
        z.array(reportedOutageSchema),
        `The outages that were seen, the longest first, at most ${REPORT_OUTAGES_MAX}.`,
      ),
      outages_seen: number('How many outages were seen.'),
      still_down: number('How many of the others were not seen to recover in the month.'),
      incidents: documented(
        z.array(incidentSchema),
        `The incidents of the most monitors first, at most ${REPORT_INCIDENTS_MAX}. Their outages count one by one in all figures.`,
      ),
    }),
    meta: z.extend(historyMetaSchema, {
      month: text('The month of UTC.'),
      since: time('When it begins.'),
      until: timeOrNull(
        'Until when the figures go: the end of the month, or the last recorded reading; null: nothing has been recorded.',
      ),
      made_at: time('When the report was made.'),
      demo: boolean('Whether this is demo data.'),
      view: text('The filters that were answered.'),
      monitors: number('The monitors that match now. Others, and removed ones, are not in the report.'),
      inventory: inventoryStateSchema,
    }),
  }),
  'What was observed in a month.',
);
export type Report = z.infer<typeof reportSchema>;

const rule = 'must be a month such as 2026-10, not later than the present one';

/** A month of UTC, "2026-10". Earlier years cannot have been observed. */
const monthSchema = z.string(rule).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, rule));

/** Returns the range of a month of UTC, epoch ms. `until` is exclusive. */
export function rangeOfMonth(month: string): { since: number; until: number } {
  return {
    since: Date.parse(`${month}-01T00:00:00Z`),
    until: Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`),
  };
}

/** Returns the month some months later; earlier if negative. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 + months));
}

/** Returns the month of UTC that contains an instant, epoch ms. */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** The query of `GET /api/report`: the filters of the list, and the month. */
export const reportQuerySchema = z.extend(wallQuerySchema, {
  month: documented(
    z.exactOptional(monthSchema),
    'A month of UTC, up to the present one. Without it the newest one with data; in the first three days of a month the one before, if that has data.',
    '2026-10',
  ),
  view: documented(
    z.clone(wallQuerySchema.shape.view),
    'The name of a view of GET /api/views, in place of the other filters.',
    'Production',
  ),
});

/** The parameters that a request can have beside a view of the team. */
export const besideView: readonly string[] = ['month', 'rows', 'format', 'spreadsheet', 'separator', 'title'];

/** The query of a report. */
export interface ReportQuery {
  filters: InventoryQuery;
  month: string | undefined;
}

/** Parses the filters and the month of a report. Returns the valid parameters and each invalid one. */
export function readReportQuery(search: URLSearchParams): {
  query: ReportQuery;
  problems: ParameterProblem[];
} {
  const { query, problems } = readInventoryQuery(search, reportQuerySchema);
  const month = monthSchema.safeParse(search.get('month')).data;
  return { query: { filters: { ...query, sort: 'name', order: 'asc' }, month }, problems };
}
