import { CircleAlert, EyeOff, History, SearchX } from 'lucide-react';
import { missingMessage } from '@/components/monitor-list/missing-message';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { StatePanel } from '@/components/ui/state-panel';
import type { Report } from '@/lib/contract/report';
import { monthOf, rangeOfMonth } from '@/lib/contract/report';
import { formatInteger } from '@/lib/text/format';
import { isMostlyUnobserved } from '@/lib/text/format-availability';
import { ReportActions, ReportTitle } from './report-actions';
import { figureColumns, outageColumns, type ReportLayout, reportHref, sorted } from './report-layout';
import {
  lastedMessage,
  minuteOf,
  monitorsMessage,
  monthLabel,
  observedNote,
  outageMessage,
  rememberedMessage,
  untilMessage,
} from './report-messages';
import { ReportTable, type Sorting } from './report-table';
import { WhatHappened } from './what-happened';

/**
 * The report of a month, for the screen and for paper.
 *
 * @param props.search the query of the report other than the month: filters, or the view of the team
 * @param props.now epoch ms
 */
export function ReportScreen(props: { report: Report; search: string; layout: ReportLayout; now: number }) {
  const { report, search, layout, now } = props;
  const { data, meta } = report;
  const { month } = meta;
  const { all, without_never_up: others } = data;
  const until = untilMessage(meta.until, rangeOfMonth(meta.month).until);
  const remembered = rememberedMessage(meta);
  const note = all && observedNote(all.availability, until === null);
  return (
    <main data-report="" className="flex flex-col gap-4 px-4 py-4 max-sm:px-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-full flex-1 basis-80">
          <ReportTitle month={month} search={search} layout={layout} />
          <h1 className="py-1 font-semibold text-ink text-xl">Report: {monthLabel(meta.month)}</h1>
          <p className="text-ink-2 [overflow-wrap:anywhere]">
            {monitorsMessage(meta, new URLSearchParams(search).get('view'))}
          </p>
          <p className="text-ink-3 text-xs">
            Month and times in UTC{until === null ? '' : `, ${until}`}. Made {minuteOf(meta.made_at)}.
            {meta.demo ? ' Demo data.' : ''}
          </p>
        </div>
        <ReportActions month={month} search={search} layout={layout} first={firstMonth(meta)} now={now} />
      </div>
      <MissingNotice inventory={meta.inventory} />
      {all === null || all.availability.observed_s === 0 || meta.monitors === 0 ? (
        <NoFigures meta={meta} search={search} layout={layout} hasRecorded={all !== null} />
      ) : (
        <>
          {note === null && remembered === null ? null : (
            <p className="text-ink-2">
              {note === null ? null : <b className="font-medium text-ink">{note} </b>}
              {remembered}
            </p>
          )}
          <dl className="grid grid-cols-6 gap-px overflow-hidden rounded-lg border border-line bg-line max-xl:grid-cols-3 max-sm:grid-cols-2 print:grid-cols-3">
            {figureColumns.map(({ name, show }) => (
              <div key={name} className="bg-surface px-4 py-2.5 max-sm:px-3">
                <dt className="text-ink-3 text-xs">
                  {name}
                  {name === 'Downtime' && meta.monitors > 1 ? ', all together' : null}
                </dt>
                <dd className={`font-semibold text-md ${note === null ? 'text-ink' : 'text-ink-3'}`}>
                  {show(all)}
                  {others === null || show(others) === show(all) ? null : (
                    <span className="block font-normal text-ink-2 text-xs">
                      without the {formatInteger(data.never_up)} never up:{' '}
                      <span className="whitespace-nowrap">{show(others)}</span>
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <WhatHappened report={report} isOver={until === null} />
          <h2 className="hidden font-semibold text-md print:block">Annex: each monitor, each outage</h2>
          <Monitors
            shown={sorted(data.monitors, figureColumns, layout.monitors)}
            all={meta.monitors}
            sorting={{
              sort: layout.monitors,
              hrefOf: (monitors) => reportHref(search, month, { ...layout, monitors }),
            }}
          />
          {data.outages.length === 0 ? null : (
            <Panel
              title="Outages seen"
              action={
                data.outages.length < data.outages_seen ? (
                  <p className="text-ink-3 text-xs">
                    The longest {formatInteger(data.outages.length)} of {formatInteger(data.outages_seen)}.
                  </p>
                ) : null
              }
            >
              <ReportTable
                caption="Outages that were seen"
                columns={outageColumns}
                rows={sorted(
                  data.outages.map((outage) => ({
                    ...outage,
                    times: outageMessage(outage, month),
                    lasted: lastedMessage(outage, until === null),
                  })),
                  outageColumns,
                  layout.outages,
                )}
                sorting={{
                  sort: layout.outages,
                  hrefOf: (outages) => reportHref(search, month, { ...layout, outages }),
                }}
              />
            </Panel>
          )}
          <Rules />
        </>
      )}
    </main>
  );
}

/**
 * The monitors. Those without an outage are folded, and on paper one line says how many they are.
 *
 * @param props.all the number of monitors, which can be more
 */
function Monitors(props: { shown: Report['data']['monitors']; all: number; sorting: Sorting }) {
  const { shown, all, sorting } = props;
  const isQuiet = ({ outages, availability }: (typeof shown)[number]) =>
    outages.most === 0 && availability.least !== null && !isMostlyUnobserved(availability);
  const quiet = shown.filter(isQuiet);
  const others = shown.filter((monitor) => !isQuiet(monitor));
  const left = all - shown.length;
  return (
    <>
      {others.length === 0 ? null : (
        <Panel title="Monitors">
          <ReportTable
            caption="Monitors and their figures"
            columns={figureColumns}
            rows={others}
            isGrey={({ availability }) => isMostlyUnobserved(availability)}
            sorting={sorting}
          />
        </Panel>
      )}
      {quiet.length === 0 ? null : (
        <details className="rounded-lg border border-line bg-surface">
          <summary className="px-4 print:list-none print:px-0 py-2 font-medium text-ink hover:bg-raised max-sm:px-3">
            No outage was seen of {formatInteger(quiet.length)} {others.length === 0 ? '' : 'other '}
            {quiet.length === 1 ? 'monitor' : 'monitors'}
          </summary>
          <ReportTable caption="Monitors without an outage" columns={figureColumns} rows={quiet} />
        </details>
      )}
      {left === 0 ? null : (
        <p className="text-ink-2">
          These have the lowest availability. The file has {formatInteger(left)} more.
        </p>
      )}
    </>
  );
}

/** Says that monitors are missing, on paper as well. */
function MissingNotice({ inventory: { state, read, total, missing } }: Pick<Report['meta'], 'inventory'>) {
  if (state === 'complete') return null;
  return (
    <Notice tone="warning" icon={CircleAlert}>
      {formatInteger(read)} of {formatInteger(total)} monitors{' '}
      {missing === null ? 'have been loaded so far.' : `could be loaded. ${missingMessage(missing)}`}
    </Notice>
  );
}

/** Why there are no figures. @param props.hasRecorded whether anything has been recorded, in this month or another */
export function NoFigures(
  props: Pick<Report, 'meta'> & { search: string; layout: ReportLayout; hasRecorded: boolean },
) {
  const { meta, search, layout, hasRecorded } = props;
  const { icon, title, text } = noFiguresReason(meta, hasRecorded);
  const first = firstMonth(meta);
  return (
    <StatePanel
      icon={icon}
      title={title}
      actions={
        hasRecorded && first !== null && first > meta.month ? (
          <Link href={reportHref(search, first, layout)} className={buttonClass()}>
            Show {monthLabel(first)}
          </Link>
        ) : null
      }
    >
      <p>{text}</p>
    </StatePanel>
  );
}

function noFiguresReason(meta: Report['meta'], hasRecorded: boolean) {
  if (meta.kept_days === 0)
    return { icon: EyeOff, title: 'History is off', text: 'Sightline keeps no history here.' };
  if (meta.monitors === 0) {
    const title = meta.view === '' ? 'No monitors yet' : 'No matching monitors';
    return { icon: SearchX, title, text: 'There is nothing to report.' };
  }
  if (!hasRecorded) {
    const text = 'Figures appear here once Sightline has read the monitors.';
    return { icon: History, title: 'Nothing has been observed yet', text };
  }
  const text = rememberedMessage(meta) ?? 'The monitors were not read in this month.';
  return { icon: History, title: `Nothing was observed in ${monthLabel(meta.month)}`, text };
}

/** The first month that was observed; null: none. */
const firstMonth = ({ observed_from }: Pick<Report['meta'], 'observed_from'>) =>
  observed_from === null ? null : monthOf(Date.parse(observed_from));

function Rules() {
  return (
    <Panel title="How it is counted">
      <ul className="list-disc space-y-1 py-2.5 pr-4 pl-8 text-ink-2">
        <li>
          Availability is up time of up and down time, while a monitor was observed, active, checked and not
          in maintenance. Two bounds, because a change happened between two readings. A figure needs an hour
          and a tenth of the month; below half of it is grey, on paper in italics.
        </li>
        <li>
          Only the part of an outage within the month counts, and maintenance ends it. What was down at two
          readings is one outage; what happened between them cannot be seen. An incident counts as one outage
          of each monitor. The mean time to recovery is of the outages that ended in the month.
        </li>
        <li>The monitors are those that exist now. Together, each counts by its time.</li>
      </ul>
    </Panel>
  );
}
