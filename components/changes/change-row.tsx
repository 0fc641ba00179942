import { targetParts, visibleName } from '@/components/monitor/monitor-names';
import { useTicking } from '@/components/ui/clock';
import { Highlighted } from '@/components/ui/highlight';
import { isolated } from '@/components/ui/isolated';
import { Link } from '@/components/ui/link';
import type { Change } from '@/lib/contract/changes';
import { unlistedSetting } from './change-labels';
import { ChangeMark } from './change-mark';
import { changeMessage, editsOf } from './change-messages';
import { ExactInterval } from './exact-interval';

interface ChangeRowProps {
  change: Change;
  timeZone: string | undefined;
}

/** The columns of a row: time, mark, what happened, the monitor. On a phone the monitor is below. */
export const changeRowGrid =
  'grid grid-cols-[88px_16px_minmax(0,18rem)_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-1.5 max-sm:grid-cols-[52px_16px_minmax(0,1fr)] max-sm:gap-x-2 max-sm:px-3 max-sm:py-2';

/** What has happened. The duration of what lasts ticks like all ages. */
export function ChangeMessage({ change, timeZone }: ChangeRowProps) {
  return useTicking((now) => changeMessage(change, now, timeZone));
}

/** One change: when, what, and a link to the monitor. */
export function ChangeRow({ change, timeZone }: ChangeRowProps) {
  const { monitor, kind } = change;
  const [target, port] = targetParts(monitor);
  const name = visibleName(monitor.name);
  const edits = kind === 'edited' ? editsOf(change) : null;
  return (
    <li className={`${changeRowGrid} relative hover:bg-raised`}>
      <ExactInterval interval={change} />
      <span className="self-center">
        <ChangeMark kind={kind} />
      </span>
      <span className="min-w-0 text-ink">
        <ChangeMessage change={change} timeZone={timeZone} />
        {kind === 'edited' && edits === null ? <span className="text-ink-2"> {unlistedSetting}</span> : null}
        {edits?.map(({ label, before, after }) => (
          <span key={label} className="block text-ink-2 text-xs [overflow-wrap:anywhere]">
            {label}:{' '}
            <del className="text-ink-3">
              <bdi>{before}</bdi>
            </del>{' '}
            →{' '}
            <ins className="no-underline">
              <bdi>{after}</bdi>
            </ins>
          </span>
        ))}
      </span>
      <span className="flex min-w-0 items-baseline gap-x-2 max-sm:col-start-3 max-sm:row-start-2 max-sm:flex-col">
        <Link
          href={`/monitors/${monitor.monitor_uuid}`}
          data-row=""
          className="min-w-0 scroll-mt-24 scroll-mb-4 truncate font-medium text-ink [unicode-bidi:plaintext] after:absolute after:inset-0 hover:underline max-sm:max-w-full"
        >
          {name === null ? (
            <span className="font-mono font-normal text-ink-3">{monitor.monitor_uuid}</span>
          ) : (
            <Highlighted text={name} />
          )}
        </Link>
        <span className="min-w-0 flex-1 truncate font-mono text-ink-3 text-xs max-sm:max-w-full">
          <Highlighted text={`${target}${port}`} />
        </span>
        <span className="max-w-40 shrink-0 truncate text-ink-3 text-xs max-lg:hidden">
          {[monitor.type, ...monitor.regions].map(isolated).join(' · ')}
        </span>
      </span>
    </li>
  );
}
