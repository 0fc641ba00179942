import { Activity, Wrench } from 'lucide-react';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { ConditionMark } from '@/components/monitor/condition-badge';
import { conditionAge } from '@/components/monitor/condition-labels';
import { useTicking } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import { type Condition, conditionLabels, flappingMeaning, notWell } from '@/lib/contract/conditions';
import type { WallGroup, WallMonitor } from '@/lib/contract/wall';
import { conditionLabel } from '@/lib/text/condition-label';
import { formatInteger } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';
import type { useTilePages } from './wall-pages';

/** The tiles of one page, as large as they can be. @param props.label for screen readers */
export function WallTiles(props: { label: string; shown: ReturnType<typeof useTilePages> }) {
  const { ref, layout, pages, page } = props.shown;
  return (
    <div ref={ref} className="relative min-h-[10em] min-w-0 flex-1">
      {layout === null ? null : (
        <ul
          aria-label={props.label}
          className="absolute inset-0 grid gap-[0.35em]"
          style={{
            fontSize: `${layout.fontSize}px`,
            gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${layout.rows}, minmax(0, 1fr))`,
          }}
        >
          {pages[page]?.map(({ key, tile }) => (
            <li key={key} className="flex min-h-0 min-w-0">
              {tile}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Filled where something is wrong, so that it is seen from afar. Calm tiles have only a border. */
const tileStyles: Record<Condition | 'maintenance', string> = {
  down: 'border-alarm bg-alarm text-on-alarm [&_svg]:text-on-alarm',
  overdue: 'border-overdue bg-overdue text-canvas [&_svg]:text-canvas',
  unknown: 'border-unknown bg-unknown text-canvas [&_svg]:text-canvas',
  maintenance: 'border-maint bg-maint-soft text-ink',
  pending: 'border-line-strong text-ink-2',
  up: 'border-up bg-[color-mix(in_oklab,var(--up)_25%,var(--canvas))] text-ink',
  inactive: 'border-line text-ink-2',
};

/** A tile: a name of up to three lines, all in one size, and a line below it. */
function Tile(props: {
  condition: Condition;
  isCalm?: boolean;
  name: string;
  /** Null: the tile is no link. */
  href: string | null;
  children: ReactNode;
}) {
  const { condition, isCalm = false, name, href, children } = props;
  const style = tileStyles[isCalm ? 'maintenance' : condition];
  const className = `flex min-w-0 flex-1 flex-col justify-center rounded-[0.3em] border-2 px-[0.6em] leading-[1.15] ${style}`;
  const content = (
    <>
      <bdi className="line-clamp-3 break-words font-semibold text-[0.9em]">{name}</bdi>
      <span className="mt-[0.25em] flex items-center gap-[0.4em] text-[0.75em] [&_svg]:size-[0.85em] [&_svg]:shrink-0">
        <ConditionMark condition={condition} />
        {children}
      </span>
    </>
  );
  return href === null ? (
    <div className={className}>{content}</div>
  ) : (
    <Link href={href as Route} className={className}>
      {content}
    </Link>
  );
}

/** The tile of a monitor that is not well: its name, since when, and its regions. */
export function MonitorTile({ monitor, isLink }: { monitor: WallMonitor; isLink: boolean }) {
  const { monitor_uuid, name, regions, condition, maintenance_mode, flapping } = monitor;
  const age = useTicking((now) => conditionAge(monitor, now));
  return (
    <Tile
      condition={condition}
      isCalm={maintenance_mode === true}
      name={visibleName(name) ?? '(no name)'}
      href={isLink ? `/monitors/${monitor_uuid}` : null}
    >
      <span className="truncate">
        {conditionLabel(monitor)} · {age}
        {regions.length === 0 ? '' : ` · ${regions[0]}`}
        {regions.length < 2 ? '' : ` +${regions.length - 1}`}
      </span>
      {flapping ? (
        <span title={`Its ${flappingMeaning}`}>
          <Activity aria-label="Flapping" role="img" />
        </span>
      ) : null}
      {maintenance_mode ? <Wrench aria-label="In maintenance" role="img" /> : null}
    </Tile>
  );
}

/** The tile of a group: its value, and how many of its monitors are not well. */
export function GroupTile(props: { group: WallGroup; label: string; view: string; isLink: boolean }) {
  const { group, label, view, isLink } = props;
  const { key, condition, counts, total } = group;
  const search = new URLSearchParams(view);
  search.set('in_group', key);
  const countOf = (name: Condition) =>
    `${formatInteger(counts.condition[name])} ${conditionLabels[name].toLowerCase()}`;
  const bad = notWell.filter((name) => counts.condition[name] > 0);
  // A monitor that was never checked does not make the condition of a group worse.
  const shown = bad.length === 0 && counts.condition.up > 0 ? 'up' : condition;
  const named = bad.length === 0 ? [shown] : bad;
  const isAll = named.length === 1 && counts.condition[shown] === total;
  return (
    <Tile condition={shown} name={label} href={isLink ? `/monitors?${search}` : null}>
      <span className="truncate">
        {named.map(countOf).join(' · ')}
        {isAll ? '' : ` of ${formatInteger(total)}`}
      </span>
    </Tile>
  );
}
