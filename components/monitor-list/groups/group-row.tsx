// biome-ignore-all lint/a11y/noRedundantRoles: browsers remove the table roles from elements without table display.

import { ChevronRight } from 'lucide-react';
import type { Route } from 'next';
import { ConditionMark } from '@/components/monitor/condition-badge';
import { ExactAge } from '@/components/ui/age';
import { Link } from '@/components/ui/link';
import { conditionLabels, conditions } from '@/lib/contract/conditions';
import type { MonitorGroup } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';

const cell = 'flex min-w-0 items-center gap-2 border-line border-b px-2.5 sm:pl-3.5';

/** The row of a group: its worst condition, how many monitors are in which condition, and the newest change. */
export function GroupRow(props: {
  group: MonitorGroup;
  label: string;
  isOpen: boolean;
  /** Whether the group is no longer on this page; the row shows its last known data. */
  gone: boolean;
  href: Route;
  onToggle: () => void;
}) {
  'use memo';
  const { group, label, isOpen, gone, href, onToggle } = props;
  const hasTrouble = group.condition === 'down' || group.condition === 'overdue';
  return (
    <tr role="row" data-group={group.key} className="group relative block">
      <td
        role="cell"
        className={`${cell} min-h-(--row) bg-raised group-focus-within:bg-accent-soft max-sm:min-h-11 max-sm:flex-wrap max-sm:py-1.5 ${gone ? 'opacity-60' : ''}`}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Monitors of ${label}`}
          title={isOpen ? 'Close (←)' : 'Open (→)'}
          onClick={onToggle}
          className="relative z-1 grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-line hover:text-ink max-sm:size-8"
        >
          <ChevronRight
            className={`size-4 transition-transform duration-100 motion-reduce:transition-none ${isOpen ? 'rotate-90' : ''}`}
          />
        </button>
        <ConditionMark condition={group.condition} />
        <span className="sr-only">{`${conditionLabels[group.condition]}: `}</span>
        <Link
          key={group.key}
          href={href}
          dir="auto"
          title={label}
          className={`monitor-link ${hasTrouble ? 'font-semibold' : 'font-medium'} ${group.key === '' ? 'text-ink-3' : 'text-ink'}`}
        >
          {label}
        </Link>
        <Counts group={group} />
        {gone ? <span className="ml-auto shrink-0 text-ink-3 text-xs">moved off this page</span> : null}
        {gone || group.changed_at === null ? null : (
          <span className="ml-auto shrink-0 text-ink-3 text-xs max-sm:hidden">
            {'last change '}
            <ExactAge iso={group.changed_at} />
            {' ago'}
          </span>
        )}
      </td>
    </tr>
  );
}

/** "2 down · 1 overdue · 37 up": counts of zero are left out. */
function Counts({ group: { counts, total } }: { group: MonitorGroup }) {
  const parts = conditions.flatMap((condition) => {
    const count = counts.condition[condition];
    return count === 0
      ? []
      : [{ condition, text: `${formatInteger(count)} ${conditionLabels[condition].toLowerCase()}` }];
  });
  const isAll = parts.length === 1;
  return (
    <span className="flex min-w-0 items-center gap-x-2 whitespace-nowrap text-ink-3 text-xs max-sm:w-full max-sm:flex-wrap max-sm:pl-10 sm:shrink-0">
      {parts.map(({ condition, text }) => (
        <span
          key={condition}
          className={condition === 'down' || condition === 'overdue' ? 'font-medium text-ink' : ''}
        >
          {isAll && total > 1 ? `all ${text}` : text}
        </span>
      ))}
      {counts.maintenance > 0 ? (
        <span className="text-maint">{`${formatInteger(counts.maintenance)} in maintenance`}</span>
      ) : null}
    </span>
  );
}

/** The row below the monitors of a group that are shown. */
export function GroupNote(props: {
  group: MonitorGroup;
  label: string;
  note: 'more' | 'loading' | 'failed';
  href: Route;
}) {
  'use memo';
  const { group, label, note, href } = props;
  return (
    <tr role="row" className="relative block">
      <td role="cell" className={`${cell} min-h-(--row) pl-10 text-sm max-sm:min-h-11 sm:pl-11`}>
        {note === 'loading' ? <span className="text-ink-3">Loading…</span> : null}
        {note === 'failed' ? <span className="text-ink-2">Couldn’t load these monitors.</span> : null}
        {note === 'loading' ? null : (
          <Link key={group.key} href={href} className="text-accent hover:underline">
            {`Show all ${formatInteger(group.total)} in ${label}`}
          </Link>
        )}
      </td>
    </tr>
  );
}
