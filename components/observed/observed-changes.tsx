import { unlistedSetting } from '@/components/changes/change-labels';
import { ChangeMark } from '@/components/changes/change-mark';
import { editsOf } from '@/components/changes/change-messages';
import { ChangeMessage } from '@/components/changes/change-row';
import { ExactInterval } from '@/components/changes/exact-interval';
import { dayLabel } from '@/components/time-chart/time-labels';
import { Link } from '@/components/ui/link';
import type { Change, MonitorHistory } from '@/lib/contract/changes';
import type { HistoryDays } from '@/lib/contract/history-days';
import { noChangesMessage, omittedMessage } from './observed-messages';

/** Maximum number of changes shown; the page of the changes lists those of the last `LINKED_DAYS` days. */
const SHOWN = 10;
/** The range of the link: the longest, whichever is chosen here. */
const LINKED_DAYS = 30 satisfies HistoryDays;

interface ObservedChangesProps {
  uuid: string;
  history: MonitorHistory;
  /** The start of the range, epoch milliseconds. */
  since: number;
  /** The newest change, shown when none is in the range; null: none is shown then. */
  newest: Change | null;
  /** The server's time, in milliseconds since the epoch. */
  now: number;
  /** The result of `useTimeZone`. */
  timeZone: string | undefined;
}

/** The newest changes of a monitor, and a link to those of the longest range. */
export function ObservedChanges(props: ObservedChangesProps) {
  const { uuid, history, since, newest, now, timeZone } = props;
  const { changes } = history.data;
  const isEmpty = changes.length === 0;
  const shown = isEmpty && newest !== null ? [newest] : changes.slice(0, SHOWN);
  const omitted = omittedMessage(changes.length, SHOWN);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="font-medium text-ink">Changes</h3>
        <Link
          href={`/changes?days=${LINKED_DAYS}&monitor=${uuid}`}
          className="text-ink-2 text-xs underline decoration-line-strong underline-offset-2 hover:text-accent"
        >
          {history.meta.kept_days > LINKED_DAYS
            ? `Changes of the last ${LINKED_DAYS} days`
            : 'All changes of this monitor'}
        </Link>
      </div>
      {isEmpty ? (
        <p className="mt-2 text-ink-2">
          {noChangesMessage(history.meta, since, now, timeZone)}
          {newest === null ? '' : ' Last change:'}
        </p>
      ) : null}
      {shown.length === 0 ? null : (
        <ol aria-label="Changes" className="mt-1.5 flex flex-col">
          {shown.map((change) => (
            <ChangeItem key={change.id} change={change} now={now} timeZone={timeZone} />
          ))}
        </ol>
      )}
      {omitted === null ? null : <p className="mt-1 text-ink-3 text-xs">{omitted}</p>}
    </>
  );
}

interface ChangeItemProps extends Pick<ObservedChangesProps, 'now' | 'timeZone'> {
  change: Change;
}

function ChangeItem({ change, now, timeZone }: ChangeItemProps) {
  const day = dayLabel(Date.parse(change.to), timeZone);
  return (
    <li className="flex gap-2 py-1">
      <span className="mt-px">
        <ChangeMark kind={change.kind} />
      </span>
      <div className="min-w-0 grow text-ink [overflow-wrap:anywhere]">
        <ChangeMessage change={change} timeZone={timeZone} />
        {change.kind === 'edited' ? <Edits change={change} /> : null}
      </div>
      <span className="shrink-0 whitespace-nowrap text-ink-2 text-xs leading-[18px]">
        {day === dayLabel(now, timeZone) ? '' : `${day}, `}
        <ExactInterval interval={change} />
      </span>
    </li>
  );
}

/** The edited fields, before and after: the first in the line of the change. */
function Edits({ change }: { change: Change }) {
  const edits = editsOf(change);
  if (edits === null) return <span className="text-ink-2"> {unlistedSetting}</span>;
  return edits.map(({ label, before, after }, index) => (
    <span key={label} className={index === 0 ? 'text-ink-2' : 'block text-ink-2'}>
      {index === 0 ? ': ' : ''}
      {label}{' '}
      <del className="text-ink-3">
        <bdi>{before}</bdi>
      </del>{' '}
      →{' '}
      <ins className="text-ink no-underline">
        <bdi>{after}</bdi>
      </ins>
    </span>
  ));
}
