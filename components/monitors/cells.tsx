import Link from 'next/link';
import { Age } from '@/components/ui/instant';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { formatInteger } from '@/lib/format';
import { maintenanceMeaning } from './condition-words';

/** The vocabulary of cells that columns are made of. */

/** The name is the link; it covers the whole row, so that a click anywhere opens it. Never prefetched: that would read upstream. */
export function NameCell({ monitor }: { monitor: ListedMonitor }) {
  return (
    <Link
      href={`/monitors/${monitor.monitor_uuid}`}
      prefetch={false}
      title={monitor.name}
      className={`block truncate outline-offset-[-2px] after:absolute after:inset-0 ${monitor.is_active ? 'font-medium text-ink' : 'text-ink-3'}`}
    >
      <bdi>{monitor.name}</bdi>
    </Link>
  );
}

export function CodeCell({ text }: { text: string }) {
  return (
    <span title={text} className="font-mono text-xs">
      {text}
    </span>
  );
}

export function TypeCell({ type }: { type: string }) {
  return (
    <span className="inline-block max-w-full truncate rounded-sm border border-line px-1.5 align-middle font-medium font-mono text-[11px] text-ink-2 leading-[18px]">
      {type}
    </span>
  );
}

/** The port is part of what is checked, but quieter than the host. */
export function TargetCell({ monitor }: { monitor: Pick<ListedMonitor, 'target' | 'port'> }) {
  const port = monitor.port === null ? null : `:${monitor.port}`;
  return (
    <span title={`${monitor.target}${port ?? ''}`} className="font-mono text-xs">
      {monitor.target}
      {port && <span className="text-ink-3">{port}</span>}
    </span>
  );
}

export function LastCheckCell({ at }: { at: string | null }) {
  return at === null ? <span className="text-ink-3">never</span> : <Age iso={at} />;
}

/** Milliseconds with a thin bar, scaled to the slowest on the page. */
export function ResponseCell({ milliseconds, slowest }: { milliseconds: number | null; slowest: number }) {
  if (milliseconds === null) return <span className="text-ink-3">—</span>;
  const share = slowest > 0 ? (milliseconds / slowest) * 100 : 0;
  return (
    <span className="flex items-center justify-end gap-2">
      <span aria-hidden className="hidden h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-line lg:block">
        <span className="block h-full rounded-full bg-ink-3" style={{ width: `${share}%` }} />
      </span>
      <span className="w-[68px] shrink-0 text-right">{formatInteger(milliseconds)} ms</span>
    </span>
  );
}

export function FlagsCell({ maintenance }: { maintenance: boolean }) {
  if (!maintenance) return null;
  return (
    <span
      title={maintenanceMeaning}
      className="relative z-1 rounded-sm bg-maint-soft px-1.5 py-px text-maint text-xs"
    >
      Maintenance
    </span>
  );
}

export function YesNoCell({ value }: { value: boolean }) {
  return value ? 'yes' : 'no';
}
