import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { ChangeMark, ChangeMessage, Edits } from '@/components/changes/change-row';
import { withoutEnds } from '@/components/changes/feed';
import { NotSavedNotice } from '@/components/changes/feed-bounds';
import { errorTitle } from '@/components/errors/explain-error';
import { useFailure } from '@/components/errors/failure';
import { DaysSwitch, rangeName } from '@/components/time-chart/days-switch';
import { useMinute } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import { LiveRegion } from '@/components/ui/live-region';
import { Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import { useLastData } from '@/components/ui/use-last-data';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorHistoryQuery } from '@/lib/client/history-queries';
import { daysParser } from '@/lib/client/monitors-url';
import type { MonitorHistory } from '@/lib/contract/changes';
import { DAY_MS, HISTORY_CHANGES_MAX, type HistoryDays } from '@/lib/contract/limits';
import { ObservedFigure } from './observed-figure';
import { type Lasting, noChangesMessage, nothingMessage, omittedMessage } from './observed-messages';
import { isObserved, type Period, periodsOf } from './periods';

/**
 * What Sightline has seen of a monitor: its conditions and response times over time, and its changes. Nothing where the
 * history is switched off.
 *
 * @param props.monitor null: not in the list
 * @param props.defaultDays the range without a parameter in the URL
 */
export function ObservedPanel(props: { uuid: string; monitor: Lasting | null; defaultDays?: HistoryDays }) {
  const { uuid, monitor, defaultDays = 1 } = props;
  const [days, setDays] = useQueryState('days', daysParser.withDefault(defaultDays));
  const query = useQuery(monitorHistoryQuery(uuid, days, useRequestContext()));
  const failure = useFailure(`${uuid} ${days}`, query);
  const now = useMinute();
  // The history of the previous range stays while another one is loading, and also if loading fails.
  const shown = useLastData(days, query.data);
  const history = shown?.data.body;
  const keptDays = history?.meta.kept_days ?? days;
  if (keptDays === 0) return null;
  const isCurrent = shown?.request === days;
  const periods = shown && history ? periodsOf(history.data.slots, shown.request, now) : [];
  return (
    <Panel title="History" action={<DaysSwitch days={days} keptDays={keptDays} onDays={setDays} />}>
      <LiveRegion>
        {failure ? (
          <p className="border-line border-b px-4 py-2 text-ink-2">
            <b className="font-medium text-ink">{errorTitle(failure)}.</b> The last{' '}
            {rangeName(days, keptDays)} couldn’t be loaded{shown ? '; showing what was loaded before' : ''}.
          </p>
        ) : null}
        <NotSavedNotice since={history?.meta.not_saved_since ?? null} />
      </LiveRegion>
      {shown && history ? (
        <div
          aria-busy={!isCurrent}
          className={`grid transition-opacity duration-100 lg:grid-cols-[minmax(0,1fr)_448px] ${isCurrent ? '' : 'opacity-50'}`}
        >
          <div className="min-w-0 px-4 py-3">
            {periods.some(({ state }) => isObserved(state)) ? (
              <ObservedFigure uuid={uuid} history={history} periods={periods} monitor={monitor} now={now} />
            ) : (
              <p className="text-ink text-md">{nothingMessage(history.meta, shown.request)}</p>
            )}
          </div>
          <div className="min-w-0 border-line px-4 py-3 max-lg:border-t lg:border-l">
            <ObservedChanges
              uuid={uuid}
              history={history}
              since={now - shown.request * DAY_MS}
              periods={periods}
              now={now}
            />
          </div>
        </div>
      ) : failure ? null : (
        // Reserves about the height of the content, so that less moves when it arrives.
        <p className="min-h-72 px-4 py-3 text-ink-2">Loading what was observed…</p>
      )}
    </Panel>
  );
}

/** Maximum number of changes shown; the page of the changes lists those of the last `LINKED_DAYS` days. */
const SHOWN = 10;
/** The range of the link: always the longest. */
const LINKED_DAYS = 30 satisfies HistoryDays;

/**
 * The newest changes of a monitor, without edits of a setting that is not known, and a link to those of the longest range.
 *
 * @param props.since the start of the range, epoch milliseconds, like `now`
 */
function ObservedChanges(props: {
  uuid: string;
  history: MonitorHistory;
  since: number;
  periods: readonly Period[];
  now: number;
}) {
  const { uuid, history, since, periods, now } = props;
  const zone = useTimeZone();
  // An edit whose setting is not known says too little to hide an outage; the page of the changes has them all.
  const told = history.data.changes.filter(({ fields }) => fields === null || Object.keys(fields).length > 0);
  const changes = withoutEnds(told, { kinds: [], since });
  const shown = changes.slice(0, SHOWN);
  const isAll = history.data.changes.length < HISTORY_CHANGES_MAX;
  const omitted = omittedMessage(changes.length, SHOWN, isAll);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="font-medium text-ink">Changes</h3>
        <Link
          href={`/changes?days=${LINKED_DAYS}&monitor=${uuid}&edits=all`}
          className="text-ink-2 text-xs underline decoration-line-strong underline-offset-2 hover:text-accent"
        >
          {history.meta.kept_days > LINKED_DAYS
            ? `Changes of the last ${LINKED_DAYS} days`
            : 'All changes of this monitor'}
        </Link>
      </div>
      {shown.length === 0 ? (
        <p className="mt-2 text-ink-2">{noChangesMessage(history, periods, now, zone)}</p>
      ) : (
        <ol aria-label="Changes" className="mt-1.5 flex flex-col">
          {shown.map((change) => (
            <li key={change.id} className="flex gap-2 py-1">
              <ChangeMark change={change} />
              <div className="min-w-0 grow text-ink [overflow-wrap:anywhere]">
                <ChangeMessage change={change} day={now} />
                <Edits change={change} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {omitted === null ? null : <p className="mt-1 text-ink-3 text-xs">{omitted}</p>}
    </>
  );
}
