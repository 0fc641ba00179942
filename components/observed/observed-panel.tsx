import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { NotSavedNotice } from '@/components/changes/not-saved-notice';
import { errorTitle, type ShownFailure } from '@/components/errors/error-title';
import { useFailure } from '@/components/errors/failure';
import { DaysSwitch } from '@/components/time-chart/days-switch';
import { rangeName } from '@/components/time-chart/range-name';
import { useTicking } from '@/components/ui/clock';
import { LiveRegion } from '@/components/ui/live-region';
import { Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import { useLastData } from '@/components/ui/use-last-data';
import { useRequestContext } from '@/components/ui/use-request-context';
import { daysParser } from '@/lib/client/days-param';
import { monitorHistoryQuery } from '@/lib/client/history-queries';
import type { Change, MonitorHistory } from '@/lib/contract/changes';
import type { HistoryDays } from '@/lib/contract/history-days';
import { ObservedChanges } from './observed-changes';
import { nothingMessage } from './observed-messages';
import { ObservedPicture } from './observed-picture';
import { isObserved, periodsOf } from './periods';

const MINUTE_MS = 60_000;

interface ObservedPanelProps {
  uuid: string;
  /** The time between two checks, seconds; null if unknown. */
  interval: number | null;
  /** The range without a parameter in the URL. */
  defaultDays?: HistoryDays;
  /** The newest change, shown where the range has none; without it nothing is shown there. */
  newest?: Change;
}

/**
 * What Sightline has seen of a monitor: its conditions and response times over time, and its changes. Nothing where the
 * history is switched off.
 */
export function ObservedPanel({ uuid, interval, defaultDays = 1, newest }: ObservedPanelProps) {
  const { days, setDays, shown, failure } = useObserved(uuid, defaultDays);
  const keptDays = shown?.history.meta.kept_days ?? days;
  if (keptDays === 0) return null;
  return (
    <Panel title="History" action={<DaysSwitch days={days} keptDays={keptDays} onDays={setDays} />}>
      <LiveRegion>
        {failure ? (
          <FailureLine failure={failure} days={days} keptDays={keptDays} isStale={shown !== null} />
        ) : null}
        <NotSavedNotice since={shown?.history.meta.not_saved_since ?? null} />
      </LiveRegion>
      {shown ? (
        <div
          aria-busy={shown.days !== days}
          className={`transition-opacity duration-100 ${shown.days === days ? '' : 'opacity-50'}`}
        >
          <Observed
            uuid={uuid}
            history={shown.history}
            days={shown.days}
            interval={interval}
            newest={newest ?? null}
          />
        </div>
      ) : failure ? null : (
        // About the height of the content, so that less moves when it arrives.
        <p className="min-h-72 px-4 py-3 text-ink-2">Loading what was observed…</p>
      )}
    </Panel>
  );
}

interface ObservedProps extends Pick<ObservedPanelProps, 'uuid' | 'interval'> {
  history: MonitorHistory;
  days: HistoryDays;
  newest: Change | null;
}

function Observed({ uuid, history, days, interval, newest }: ObservedProps) {
  const timeZone = useTimeZone();
  // By the minute, because the labels of times are.
  const now = useTicking((time) => Math.floor(time / MINUTE_MS) * MINUTE_MS);
  const periods = periodsOf(history.data.slots, days, now);
  return (
    <div className="grid lg:grid-cols-[minmax(0,1fr)_448px]">
      <div className="min-w-0 px-4 py-3">
        {periods.some(({ state }) => isObserved(state)) ? (
          <ObservedPicture
            history={history}
            periods={periods}
            interval={interval}
            now={now}
            timeZone={timeZone}
          />
        ) : (
          <p className="text-ink text-md">{nothingMessage(history.meta, days, now)}</p>
        )}
      </div>
      <div className="min-w-0 border-line px-4 py-3 max-lg:border-t lg:border-l">
        <ObservedChanges
          uuid={uuid}
          history={history}
          since={periods[0]?.from ?? now}
          newest={newest}
          now={now}
          timeZone={timeZone}
        />
      </div>
    </div>
  );
}

interface FailureLineProps {
  failure: ShownFailure;
  days: HistoryDays;
  keptDays: number;
  isStale: boolean;
}

/** Why what is shown is not what was chosen, or is old. */
function FailureLine(props: FailureLineProps) {
  const { failure, days, keptDays, isStale } = props;
  return (
    <p className="border-line border-b px-4 py-2 text-ink-2">
      <b className="font-medium text-ink">{errorTitle(failure)}.</b> The last {rangeName(days, keptDays)}{' '}
      couldn’t be loaded{isStale ? '; showing what was loaded before' : ''}.
    </p>
  );
}

/**
 * What was observed of a monitor, in the range of the URL.
 *
 * @param defaultDays the range without a parameter in the URL
 * @returns `shown`: what is known, of the previous range while another one is loaded; null: nothing yet. `days`: the
 *   chosen range.
 */
function useObserved(
  uuid: string,
  defaultDays: HistoryDays,
): {
  days: HistoryDays;
  setDays: (days: HistoryDays) => void;
  shown: { days: HistoryDays; history: MonitorHistory } | null;
  failure: ShownFailure | null;
} {
  const [days, setDays] = useQueryState('days', daysParser.withDefault(defaultDays));
  const query = useQuery(monitorHistoryQuery(uuid, days, useRequestContext()));
  const failure = useFailure(`${uuid} ${days}`, query);
  const observed = useLastData(days, query.data);
  return {
    days,
    setDays: (chosen) => void setDays(chosen),
    shown: observed && { days: observed.request, history: observed.data.body },
    failure,
  };
}
