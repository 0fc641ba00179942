import { CirclePlay, Pencil, Plus, Trash2, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { ConditionMark } from '@/components/monitor/condition-badge';
import { targetParts } from '@/components/monitor/monitor-names';
import { useTicking } from '@/components/ui/clock';
import { Highlighted } from '@/components/ui/highlight';
import { isolated } from '@/components/ui/isolated';
import { Link } from '@/components/ui/link';
import { useTimeZone } from '@/components/ui/time-zone';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { Change } from '@/lib/contract/changes';
import type { ChangeKind } from '@/lib/contract/conditions';
import { visibleName } from '@/lib/text/visible-name';
import { changeDuration, changeMessage, changeSentence, editsOf, unlistedSetting } from './change-messages';

/** The columns of a row: mark, what happened, the monitor. On a phone the monitor is below. */
export const changeRowGrid =
  'relative grid grid-cols-[16px_minmax(0,20rem)_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-1.5 hover:bg-raised max-sm:grid-cols-[16px_minmax(0,1fr)] max-sm:gap-x-2 max-sm:px-3 max-sm:py-2';

/** A link or button that covers its row, with the focus ring around the row. */
export const rowCover =
  'scroll-mt-24 scroll-mb-4 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2';

/** One change: what and when, and a link to the monitor. */
export function ChangeRow({ change }: { change: Change }) {
  const { monitor } = change;
  const name = visibleName(monitor.name);
  return (
    <li className={changeRowGrid}>
      <ChangeMark change={change} />
      <span className="min-w-0 text-ink">
        <ChangeMessage change={change} day={Date.parse(change.to)} />
        <Edits change={change} />
      </span>
      <span className="flex min-w-0 items-baseline gap-x-2 max-sm:col-start-2 max-sm:row-start-2 max-sm:flex-col">
        <Link
          href={`/monitors/${monitor.monitor_uuid}`}
          data-row=""
          className={`${rowCover} min-w-0 truncate font-medium text-ink [unicode-bidi:plaintext] hover:underline max-sm:max-w-full`}
        >
          {name === null ? (
            <span className="font-mono font-normal text-ink-3">{monitor.monitor_uuid}</span>
          ) : (
            <Highlighted text={name} />
          )}
        </Link>
        <span className="min-w-0 flex-1 truncate font-mono text-ink-3 text-xs max-sm:max-w-full">
          <Highlighted text={targetParts(monitor).join('')} />
        </span>
        <span className="max-w-40 shrink-0 truncate text-ink-3 text-xs max-lg:hidden">
          {[monitor.type, ...monitor.regions].map(isolated).join(' · ')}
        </span>
      </span>
    </li>
  );
}

/**
 * What has happened and when, and how long it lasted, with the intervals as tooltip. The duration of what lasts ticks like
 * all ages.
 *
 * @param props.day see `changeMessage`
 */
export function ChangeMessage({ change, day }: { change: Change; day: number }) {
  const zone = useTimeZone();
  const isHydrated = useHydrated();
  const duration = useTicking((now) => changeDuration(change, now) ?? '');
  const sentence = useTicking((now) => changeSentence(change, now, zone));
  return (
    // Stacked above the link that covers the row, because of the tooltip.
    <span className="relative z-1" title={isHydrated ? sentence : undefined}>
      {changeMessage(change, day, zone)}
      {duration === '' ? null : <span className="text-ink-2 text-xs"> {duration}</span>}
    </span>
  );
}

/** The edited fields of an edit, before and after. */
export function Edits({ change }: { change: Change }) {
  if (change.kind !== 'edited') return null;
  const edits = editsOf(change);
  if (edits === null) return <span className="text-ink-2"> {unlistedSetting}</span>;
  return edits.map(({ label, before, after }) => (
    <span key={label} className="block text-ink-2 text-xs [overflow-wrap:anywhere]">
      {`${label}: `}
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

/** The icon of a change: that of the new condition, or one of its own. It is paler once the condition is over. */
export function ChangeMark({ change: { kind, pair } }: { change: Pick<Change, 'kind' | 'pair'> }) {
  return (
    <span
      aria-hidden
      className={`grid size-4 shrink-0 place-items-center self-center max-sm:self-start max-sm:mt-0.5 [&>.lucide]:size-3.5 ${pair === null ? '' : 'opacity-45'}`}
    >
      {marks[kind]}
    </span>
  );
}

const marks: Record<ChangeKind, ReactNode> = {
  down: <ConditionMark condition="down" />,
  recovered: <ConditionMark condition="up" />,
  overdue: <ConditionMark condition="overdue" />,
  status_unknown: <ConditionMark condition="unknown" />,
  reporting_again: <ConditionMark condition="up" />,
  first_check: <ConditionMark condition="up" />,
  deactivated: <ConditionMark condition="inactive" />,
  activated: <CirclePlay className="text-ink-2" />,
  added: <Plus className="text-ink-2" />,
  removed: <Trash2 className="text-ink-2" />,
  edited: <Pencil className="text-ink-2" />,
  maintenance_on: <Wrench className="text-maint" />,
  maintenance_off: <Wrench className="text-ink-3" />,
};
