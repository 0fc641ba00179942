import { CircleCheckBig } from 'lucide-react';
import type { ReactNode } from 'react';
import { filterMessages } from '@/components/monitor-list/active-filters';
import { groupingLabels } from '@/components/monitor-list/groups/group-labels';
import { Age } from '@/components/ui/age';
import { useMinute } from '@/components/ui/clock';
import { useCommands } from '@/components/ui/commands';
import { useTimeZone } from '@/components/ui/time-zone';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import type { Wall, WallGroup, WallMonitor } from '@/lib/contract/wall';
import { formatClock, formatInteger } from '@/lib/text/format';
import { useTilePages } from './use-tile-pages';
import { WallChanges } from './wall-changes';
import { Control, hiddenWhileIdle } from './wall-controls';
import { WallCounts } from './wall-counts';
import { WallMessage } from './wall-message';
import { GroupTile, MonitorTile } from './wall-tile';
import { WallTiles } from './wall-tiles';

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
  const { group: by } = parseMonitorsUrl(new URLSearchParams(meta.view)).query;
  // When all is well, one message fills the space instead of a green tile for each group.
  const groups = data.not_well === 0 ? [] : data.groups;
  const tiles =
    groups?.map((group) => ({
      key: group.key,
      tile: <GroupTile group={group} by={by} view={meta.view} isLink={isLinked} />,
    })) ??
    data.monitors.map((monitor) => ({
      key: monitor.monitor_uuid,
      tile: <MonitorTile monitor={monitor} isLink={isLinked} />,
    }));
  const worst: readonly (WallMonitor | WallGroup)[] = groups ?? data.monitors;
  const shown = useTilePages(tiles.length, worst.filter(isAlarm).length);
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
          <WallTiles label={data.groups ? 'Groups' : 'Not well'} shown={shown} tiles={tiles} />
        )}
        <WallChanges changes={data.changes} />
      </div>
      <footer className="flex flex-wrap items-center gap-x-[2em] gap-y-2 text-ink-2 [&>p]:text-[1.2em]">
        <p>{[viewName, ...viewTexts(wall)].filter(Boolean).join(' · ')}</p>
        {shown.pages > 1 ? <PageTurner shown={shown} /> : null}
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
    ...(data.groups && url.group ? [`By ${groupingLabels[url.group].toLowerCase()}`] : []),
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
  const title = `${unchecked === null ? 'All' : 'All checked'} ${isDimmed ? 'was well' : 'well'}`;
  if (isDimmed) return <WallMessage tone="neutral" title={title} />;
  const icon = <CircleCheckBig aria-hidden className="size-[min(18em,34vh)] text-up" />;
  return (
    <WallMessage tone="good" icon={icon} title={title}>
      {unchecked}
    </WallMessage>
  );
}

/** Shows the number of the page of tiles, and holds the page or changes it. */
function PageTurner({ shown: { page, pages, isHeld, hold } }: { shown: ReturnType<typeof useTilePages> }) {
  const toggle = () => hold(isHeld ? null : page);
  useCommands(() => [
    { keys: 'p', label: 'Hold the page', group: 'Wall', run: toggle },
    { keys: 'ArrowRight', label: 'Next page', group: 'Wall', run: () => hold(page + 1) },
    { keys: 'ArrowLeft', label: 'Previous page', group: 'Wall', run: () => hold(page - 1) },
  ]);
  return (
    <p className="flex items-center gap-[0.8em] font-semibold text-ink">
      <span>
        Page {page + 1} of {pages}
      </span>
      <span className={isHeld ? '' : hiddenWhileIdle}>
        <Control keys="p" onClick={toggle} aria-pressed={isHeld}>
          Hold
        </Control>
      </span>
    </p>
  );
}
