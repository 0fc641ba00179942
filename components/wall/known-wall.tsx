import { CircleCheckBig } from 'lucide-react';
import type { ReactNode } from 'react';
import { filterMessages } from '@/components/monitor-list/active-filters';
import { groupingLabel, groupLabel } from '@/components/monitor-list/groups/group-labels';
import { timeLabel } from '@/components/time-chart/time-labels';
import { Age } from '@/components/ui/age';
import { useMinute } from '@/components/ui/clock';
import { useTimeZone } from '@/components/ui/time-zone';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import type { Change } from '@/lib/contract/changes';
import { type ChangeKind, changeLabels, conditionLabels } from '@/lib/contract/conditions';
import type { Condition } from '@/lib/contract/monitor';
import type { Wall, WallGroup, WallMonitor } from '@/lib/contract/wall';
import { formatClock, formatInteger } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';
import { WallMessage } from './wall-messages';
import { PageTurner, useTilePages } from './wall-pages';
import { GroupTile, MonitorTile, WallTiles } from './wall-tiles';

/** What is known of the view: counts and clock, tiles or "All well", and the last changes. */
export function KnownWall(props: {
  wall: Wall;
  /** Whether this may no longer be so. */
  isDimmed: boolean;
  viewName: string | null;
  isLinked: boolean;
  controls: ReactNode;
}) {
  const { wall, isDimmed, viewName, isLinked, controls } = props;
  const { data, meta } = wall;
  const { query } = parseMonitorsUrl(new URLSearchParams(meta.view));
  // When all is well, one message fills the space instead of a green tile for each group.
  const groups = data.not_well === 0 ? [] : data.groups;
  const tiles =
    groups?.map((group) => ({
      key: group.key,
      tile: <GroupTile group={group} label={groupLabel(group, query)} view={meta.view} isLink={isLinked} />,
    })) ??
    data.monitors.map((monitor) => ({
      key: monitor.monitor_uuid,
      tile: <MonitorTile monitor={monitor} isLink={isLinked} />,
    }));
  const worst: readonly (WallMonitor | WallGroup)[] = groups ?? data.monitors;
  const shown = useTilePages(tiles, worst.filter(isAlarm).length);
  const dimmed = isDimmed ? 'opacity-60 saturate-50' : '';
  return (
    <>
      <header className="flex items-start justify-between gap-[2em]">
        <div className={dimmed}>
          <WallCounts {...data.counts} />
        </div>
        <WallClock asOf={meta.as_of} />
      </header>
      <div className={`flex min-h-0 flex-1 gap-[1em] ${dimmed}`}>
        {tiles.length === 0 ? (
          <NothingWrong wall={wall} isDimmed={isDimmed} />
        ) : (
          <WallTiles label={data.groups ? 'Groups' : 'Not well'} shown={shown} />
        )}
        <WallChanges changes={data.changes} />
      </div>
      <footer className="flex flex-wrap items-center gap-x-[2em] gap-y-2 text-ink-2 [&>p]:text-[1.2em]">
        <p>{[viewName, ...viewTexts(wall)].filter(Boolean).join(' · ')}</p>
        {shown.pages.length > 1 ? <PageTurner shown={shown} /> : null}
        {controls}
      </footer>
    </>
  );
}

/** Whether a tile is red. Red tiles come first. */
function isAlarm(item: WallMonitor | WallGroup): boolean {
  return item.condition === 'down' && !('maintenance_mode' in item && item.maintenance_mode === true);
}

/** The filters of the view, and how complete its data is. */
function viewTexts({ data, meta }: Wall): string[] {
  const url = parseMonitorsUrl(new URLSearchParams(meta.view));
  const filters = filterMessages(url);
  const hidden = data.not_well - data.monitors.length;
  const { missing } = meta.inventory;
  return [
    ...(filters.length === 0 ? ['All monitors'] : filters),
    ...(data.groups ? [`By ${groupingLabel(url.query).toLowerCase()}`] : []),
    ...(hidden > 0 && data.groups === null ? [`${formatInteger(hidden)} more are not shown`] : []),
    ...(missing ? [`${formatInteger(missing.count)} monitors could not be read`] : []),
    ...(meta.demo ? ['Demo data'] : []),
  ];
}

function WallClock({ asOf }: { asOf: string }) {
  const zone = useTimeZone();
  const now = useMinute();
  return (
    <div className="text-right">
      <time
        suppressHydrationWarning
        className="font-semibold text-[6.5em] leading-none tracking-tight max-sm:text-[2.4em]"
      >
        {formatClock(now, zone)}
      </time>
      <p className="mt-[0.4em] whitespace-nowrap text-[1.5em] text-ink-2 max-sm:text-[1em]">
        Read <Age iso={asOf} suffix=" ago" />
      </p>
    </div>
  );
}

/** The message that all is or was well, or that this is not known, because something could not be read or is not checked. */
function NothingWrong({ wall: { data, meta }, isDimmed }: { wall: Wall; isDimmed: boolean }) {
  const { state, read, total } = meta.inventory;
  if (state === 'reading') {
    return (
      <WallMessage
        tone="neutral"
        title={`Reading the monitors: ${formatInteger(read)} of ${formatInteger(total)}`}
      />
    );
  }
  if (data.total === 0) return <WallMessage tone="neutral" title="No monitors" />;
  if (state === 'incomplete') {
    return (
      <WallMessage tone="neutral" title="Nothing known to be wrong">
        <p>{formatInteger(meta.inventory.missing?.count ?? 0)} monitors could not be read.</p>
      </WallMessage>
    );
  }
  const { up, pending } = data.counts.condition;
  const unchecked = pending > 0 ? <p>{formatInteger(pending)} never checked.</p> : null;
  if (up === 0) {
    return (
      <WallMessage tone="neutral" title="Nothing here is checked">
        {unchecked}
      </WallMessage>
    );
  }
  const { condition: chosen } = parseMonitorsUrl(new URLSearchParams(meta.view));
  if (chosen.length > 0)
    return <WallMessage tone="neutral" title="Nothing wrong among the chosen conditions" />;
  const title = `${unchecked === null ? 'All' : 'All checked'} ${isDimmed ? 'was well' : 'well'}`;
  if (isDimmed) return <WallMessage tone="neutral" title={title} />;
  const icon = <CircleCheckBig aria-hidden className="size-[min(18em,34vh)] text-up" />;
  return (
    <WallMessage tone="good" icon={icon} title={title}>
      {unchecked}
    </WallMessage>
  );
}

const countColors: Partial<Record<Condition, string>> = {
  down: 'text-down',
  overdue: 'text-overdue',
  unknown: 'text-unknown',
  up: 'text-up',
};
/** The unknown ones only if there are any: they are rare, and the space is for what matters. */
const usual = ['down', 'overdue', 'unknown', 'up'] as const;

/** The counts of the view, legible from afar: problems first. */
function WallCounts({ condition: counts, maintenance }: Wall['data']['counts']) {
  const others: [label: string, count: number][] = [
    ['never checked', counts.pending],
    ['inactive', counts.inactive],
    ['in maintenance', maintenance],
  ];
  const shown = usual.filter((condition) => condition !== 'unknown' || counts.unknown > 0);
  const rest = others.filter(([, count]) => count > 0);
  return (
    <div className="min-w-0">
      <dl className="flex flex-wrap gap-x-[2.5em] gap-y-[0.5em] max-sm:gap-x-[1.2em]">
        {shown.map((condition) => {
          const count = counts[condition];
          return (
            <div key={condition} className={count === 0 ? 'text-ink-3' : ''}>
              <dt className="font-medium text-[1.4em] max-sm:text-[1.1em]">{conditionLabels[condition]}</dt>
              <dd
                className={`font-semibold text-[6.5em] leading-none tracking-tight max-sm:text-[2.6em] ${count === 0 ? '' : countColors[condition]}`}
              >
                {formatInteger(count)}
              </dd>
            </div>
          );
        })}
      </dl>
      {rest.length === 0 ? null : (
        <p className="mt-[0.4em] text-[1.5em] text-ink-2 max-sm:text-[1em]">
          {rest.map(([label, count]) => `${formatInteger(count)} ${label}`).join(' · ')}
        </p>
      )}
    </div>
  );
}

const changeColors: Partial<Record<ChangeKind, string>> = {
  down: 'text-down',
  overdue: 'text-overdue',
  status_unknown: 'text-unknown',
  recovered: 'text-up',
  reporting_again: 'text-up',
  maintenance_on: 'text-maint',
};

/** The last change of each monitor at the edge of the wall, the newest first. Those that do not fit are left out. */
function WallChanges({ changes }: { changes: readonly Change[] }) {
  const zone = useTimeZone();
  const now = useMinute();
  if (changes.length === 0) return null;
  return (
    <section
      aria-label="Last change of each monitor"
      className="flex w-[15em] flex-col text-[1.5em] max-lg:hidden"
    >
      <h2 className="mb-[0.5em] text-ink-3">Last change of each</h2>
      {/* What does not fit wraps into a second column, which is not visible. */}
      <ol className="flex min-h-0 flex-1 flex-col flex-wrap gap-y-[0.7em] overflow-hidden">
        {changes.map((change) => (
          <li key={change.id} className="w-full border-line border-t pt-[0.5em]">
            <bdi className="line-clamp-2 break-words leading-tight">
              {visibleName(change.monitor.name) ?? '(no name)'}
            </bdi>
            <span className={`font-medium ${changeColors[change.kind] ?? 'text-ink-2'}`}>
              {changeLabels[change.kind]}
            </span>{' '}
            <time dateTime={change.to} suppressHydrationWarning className="text-ink-2">
              {timeLabel(Date.parse(change.to), now, zone)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
