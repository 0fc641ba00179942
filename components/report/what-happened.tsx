import type { Route } from 'next';
import type { ReactNode } from 'react';
import { incidentMessage } from '@/components/changes/change-messages';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { serializeChangesFilters } from '@/lib/contract/changes-query';
import type { Incident } from '@/lib/contract/incidents';
import { type Report, type ReportedOutage, rangeOfMonth } from '@/lib/contract/report';
import { formatInteger } from '@/lib/text/format';
import { lastedMessage, outageMessage } from './report-messages';
import { MonitorLink } from './report-table';

/** Maximum number of lines, and of monitors that a line names. */
const LINES_MAX = 5;
const NAMES_MAX = 3;

/**
 * The month in a few lines: incidents, the longest other outage of some monitors, the monitors that are still down, and those
 * that were never up.
 *
 * @param props.isOver whether the month is over
 */
export function WhatHappened({ report, isOver }: { report: Report; isOver: boolean }) {
  const { data, meta } = report;
  const never = data.monitors.filter(({ availability }) => availability.most === 0);
  const neverUp = new Set(never.map(({ monitor_uuid }) => monitor_uuid));
  const outages = data.outages.filter(({ monitor_uuid }) => !neverUp.has(monitor_uuid));
  const single = outages.filter(({ ended, in_incident }) => ended !== null && !in_incident);
  const ofMonitors = [...Map.groupBy(single, ({ monitor_uuid }) => monitor_uuid).values()];
  const lines = LINES_MAX - Number(data.still_down > 0) - Number(data.never_up > 0);
  const incidents = data.incidents.slice(0, single.length === 0 ? lines : lines - 1);
  const more = data.outages.length < data.outages_seen ? '+' : '';
  const lastedOf = (outage: ReportedOutage) => lastedMessage(outage, isOver);
  return (
    <Panel title="What happened">
      <ul className="list-disc space-y-1 py-2.5 pr-4 pl-8 text-ink">
        {data.outages_seen === 0 ? <li>No outage was seen.</li> : null}
        {incidents.map((incident) => (
          <li key={incident.began.to}>
            <Link href={changesHref(incident)} className="py-1 hover:underline">
              {/* Changes count monitors that were removed since, too. */}
              {incidentMessage(incident, 'UTC', rangeOfMonth(meta.month).until, ' of these')}
              {isOver && incident.still_down > 0 ? ' at the end of the month' : null}
            </Link>
          </li>
        ))}
        {ofMonitors.slice(0, lines - incidents.length).map(([longest, ...others]) =>
          longest === undefined ? null : (
            <li key={longest.monitor_uuid}>
              <MonitorLink monitor={longest} />: {outageMessage(longest, meta.month)}, {lastedOf(longest)}
              {others.length === 0 ? null : `; ${formatInteger(others.length)}${more} more`}
            </li>
          ),
        )}
        <Named
          title={isOver ? 'Down at the end of the month' : 'Still down'}
          monitors={outages.filter(({ ended }) => ended === null)}
          all={data.still_down}
          note={(outage) => ` (${lastedOf(outage)})`}
        />
        <Named title="Never seen up in this month" monitors={never} all={data.never_up} />
      </ul>
    </Panel>
  );
}

/** A line that names some monitors. @param props.all how many they are: `monitors` may be only the first ones */
function Named<Row extends { monitor_uuid: string; name: string }>(props: {
  title: string;
  monitors: readonly Row[];
  all: number;
  note?: (row: Row) => ReactNode;
}) {
  const { title, monitors, all, note } = props;
  if (all === 0) return null;
  const named = monitors.slice(0, NAMES_MAX);
  return (
    <li>
      {title}:{' '}
      {named.map((monitor, place) => (
        <span key={monitor.monitor_uuid}>
          {place === 0 ? null : ', '}
          <MonitorLink monitor={monitor} />
          {note?.(monitor)}
        </span>
      ))}
      {all > named.length ? ` and ${formatInteger(all - named.length)} more` : null}
    </li>
  );
}

function changesHref({ began, region, type }: Incident): Route {
  const search = serializeChangesFilters({
    since: Date.parse(began.from),
    until: Date.parse(began.to) + 1,
    kind: ['down'],
    type: type === null ? [] : [type],
    region: region === null ? [] : [region],
  });
  return `/changes?${search}` as Route;
}
