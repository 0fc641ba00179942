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
import type { ChangeKind } from '@/lib/contract/change-kinds';
import type { Change } from '@/lib/contract/changes';
import { formatExact } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';
import { unlistedSetting } from './change-labels';
import { changeMessage, editsOf, intervalParts, intervalPhrase } from './change-messages';

/** The columns of a row: time, mark, what happened, the monitor. On a phone the monitor is below. */
export const changeRowGrid =
  'relative grid grid-cols-[88px_16px_minmax(0,18rem)_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-1.5 hover:bg-raised max-sm:grid-cols-[52px_16px_minmax(0,1fr)] max-sm:gap-x-2 max-sm:px-3 max-sm:py-2';

/** A link or button that covers its row, with the focus ring around the row. */
export const rowCover =
  'scroll-mt-24 scroll-mb-4 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2';

/** One change: when, what, and a link to the monitor. */
export function ChangeRow({ change }: { change: Change }) {
  const { monitor, kind } = change;
  const name = visibleName(monitor.name);
  return (
    <li className={changeRowGrid}>
      <ExactInterval interval={change} />
      <ChangeMark kind={kind} />
      <span className="min-w-0 text-ink">
        <ChangeMessage change={change} />
        <Edits change={change} />
      </span>
      <span className="flex min-w-0 items-baseline gap-x-2 max-sm:col-start-3 max-sm:row-start-2 max-sm:flex-col">
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

/** What has happened. The duration of what lasts ticks like all ages. */
export function ChangeMessage({ change }: { change: Change }) {
  const zone = useTimeZone();
  return useTicking((now) => changeMessage(change, now, zone));
}

/** The edited fields of an edit, before and after; `isInline`: the first in the line of the change. */
export function Edits({ change, isInline = false }: { change: Change; isInline?: boolean }) {
  if (change.kind !== 'edited') return null;
  const edits = editsOf(change);
  if (edits === null) return <span className="text-ink-2"> {unlistedSetting}</span>;
  return edits.map(({ label, before, after }, index) => (
    <span
      key={label}
      className={`text-ink-2 [overflow-wrap:anywhere] ${isInline ? 'not-first-of-type:block' : 'block text-xs'}`}
    >
      {isInline ? `${index === 0 ? ': ' : ''}${label} ` : `${label}: `}
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

/** When something happened, ISO 8601, with the interval to the second as tooltip, and to the minute for screen readers. */
export function ExactInterval({ interval }: { interval: { from: string; to: string } }) {
  const zone = useTimeZone();
  const isHydrated = useHydrated();
  const [from, to] = [Date.parse(interval.from), Date.parse(interval.to)];
  const title = `Between ${formatExact(from, zone)} and ${formatExact(to, zone)}`;
  const { begin, end } = intervalParts(interval, zone);
  return (
    <time
      dateTime={interval.to}
      title={isHydrated ? title : undefined}
      // The names of zones in a repeated hour are on further lines.
      className="relative text-ink-2 max-sm:text-xs"
    >
      <span aria-hidden>
        <span className="max-sm:hidden">{begin}</span>
        {begin === '' ? null : <span className="sm:hidden">by </span>}
        {end}
      </span>
      <span className="sr-only select-none">{intervalPhrase(interval, zone)}</span>
    </time>
  );
}

/** The icon of a kind of change: that of the new condition, or one of its own. */
export function ChangeMark({ kind }: { kind: ChangeKind }) {
  return (
    <span aria-hidden className="grid size-4 shrink-0 place-items-center self-center [&>.lucide]:size-3.5">
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
