import { ChangeMark, ChangeMessage, Edits } from '@/components/changes/change-row';
import { withoutEnds } from '@/components/changes/feed';
import { Link } from '@/components/ui/link';
import { useTimeZone } from '@/components/ui/time-zone';
import type { MonitorHistory } from '@/lib/contract/changes';
import { HISTORY_CHANGES_MAX, type HistoryDays } from '@/lib/contract/limits';
import { noChangesMessage, omittedMessage } from './observed-messages';

/** Maximum number of changes shown; the page of the changes lists those of the last `LINKED_DAYS` days. */
const SHOWN = 10;
/** The range of the link: always the longest. */
const LINKED_DAYS = 30 satisfies HistoryDays;

/**
 * The newest changes of a monitor, without edits of a setting that is not known, and a link to those of the longest range.
 *
 * @param props.since the start of the range, epoch milliseconds, like `now`
 */
export function ObservedChanges(props: {
  uuid: string;
  history: MonitorHistory;
  since: number;
  now: number;
}) {
  const { uuid, history, since, now } = props;
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
        <p className="mt-2 text-ink-2">{noChangesMessage(history.meta, since, now, zone)}</p>
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
