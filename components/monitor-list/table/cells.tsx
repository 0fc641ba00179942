import { maintenanceMeaning } from '@/components/monitor/condition-labels';
import { addressParts, visibleName } from '@/components/monitor/monitor-names';
import { ExactAge } from '@/components/ui/age';
import { Highlighted } from '@/components/ui/highlight';
import { Link } from '@/components/ui/link';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { formatInteger } from '@/lib/format';

/** The vocabulary of cells that columns are made of. */

/**
 * The name is the link; it covers the whole row, so that a click anywhere opens it. It is keyed by the monitor: where a
 * row comes to show another one, the focus does not go with it. A long name is cut at its own end, whichever way it is
 * written.
 */
export function NameCell({ monitor, gone }: { monitor: ListedMonitor; gone: boolean }) {
  const name = visibleName(monitor.name);
  const ink = monitor.is_active && !gone && name !== null ? 'font-medium text-ink' : 'text-ink-3';
  return (
    <span className="bg-inherit max-sm:flex max-sm:gap-2 sm:grid">
      <Link
        key={monitor.monitor_uuid}
        href={`/monitors/${monitor.monitor_uuid}`}
        title={monitor.name}
        dir="auto"
        className={`monitor-link ${ink}`}
      >
        {name === null ? '(no name)' : <Highlighted text={name} />}
      </Link>
      {gone ? (
        // Over the name rather than beside it, which would move a name that is written from the right.
        <span className="shrink-0 bg-inherit pl-2 text-ink-3 text-xs sm:justify-self-end sm:[grid-area:1/1]">
          no longer on this page
        </span>
      ) : null}
    </span>
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
  const [host, port] = addressParts(monitor);
  return (
    // By its key: behind another host the port would count as having moved.
    <span key={host} title={host + port} className="font-mono text-xs">
      <Highlighted text={host + port} to={host.length} />
      {port === '' ? null : (
        <span className="text-ink-3">
          <Highlighted text={host + port} from={host.length} />
        </span>
      )}
    </span>
  );
}

export function LastCheckCell({ at }: { at: string | null }) {
  return at === null ? <span className="text-ink-3">never</span> : <ExactAge iso={at} />;
}

/**
 * Milliseconds with a thin bar, drawn against the table's `--bar-scale`, so that another scale renders no row anew.
 * Written from the right, as its cell is.
 */
export function ResponseCell({ milliseconds }: { milliseconds: number | null }) {
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-[60px] shrink-0 [unicode-bidi:plaintext]">
        {milliseconds === null ? '—' : `${formatInteger(milliseconds)} ms`}
      </span>
      <span
        aria-hidden
        className="hidden h-1 min-w-0 flex-1 rounded-full bg-line [direction:ltr] group-focus-within:bg-line-strong xl:block"
      >
        <span
          className="block h-full rounded-full bg-ink-3 forced-colors:bg-[CanvasText]"
          style={{ width: `calc(100% * ${milliseconds ?? 0} / var(--bar-scale))` }}
        />
      </span>
    </span>
  );
}

export function FlagsCell({ maintenance }: { maintenance: boolean }) {
  if (!maintenance) return null;
  return (
    <span title={maintenanceMeaning} className="rounded-sm bg-maint-soft px-1.5 py-px text-maint text-xs">
      Maintenance
    </span>
  );
}

export function YesNoCell({ value }: { value: boolean }) {
  return value ? 'yes' : 'no';
}
