import type { ReactNode } from 'react';
import type { RowHistory } from '@/lib/contract/availability';
import { formatShare } from '@/lib/text/format';
import { formatAvailability, isMostlyUnobserved, observedMessage } from '@/lib/text/format-availability';
import type { MonitorRow } from './cells';
import { stripBackground, stripText } from './last-day';

/** The colors of the strip, and those of the system where these are forced. */
const stripColors = [
  '[--strip-down:var(--down)] [--strip-overdue:var(--overdue)] [--strip-unknown:var(--unknown)]',
  '[--strip-pending:var(--pending)] [--strip-up:var(--up)] [--strip-idle:var(--idle)]',
  '[--strip-maint:var(--maint)] [--strip-unread:color-mix(in_oklab,var(--ink-3)_65%,transparent)]',
  'forced-colors:[--strip-down:CanvasText] forced-colors:[--strip-overdue:CanvasText]',
  'forced-colors:[--strip-unknown:CanvasText] forced-colors:[--strip-pending:CanvasText]',
  'forced-colors:[--strip-up:Highlight] forced-colors:[--strip-idle:GrayText]',
  'forced-colors:[--strip-maint:CanvasText] forced-colors:[--strip-unread:GrayText]',
].join(' ');

/** Shows the history of a row. Shows nothing while the history is loading. */
function withHistory(
  { history }: MonitorRow['monitor'],
  show: (history: RowHistory) => ReactNode,
): ReactNode {
  if (history === undefined) return null;
  if (history !== null) return show(history);
  return (
    <span title="What was observed can’t be read, or isn’t kept." className="text-ink-3">
      Not available
    </span>
  );
}

export function LastDayCell({ monitor }: MonitorRow) {
  return withHistory(monitor, ({ last_24h }) => (
    <span
      role="img"
      title={stripText(last_24h)}
      aria-label={stripText(last_24h)}
      style={{ background: stripBackground(last_24h) }}
      className={`block h-[17px] w-full forced-color-adjust-none ${stripColors}`}
    />
  ));
}

function availabilityCell(field: 'availability_7d' | 'availability_30d') {
  return ({ monitor }: MonitorRow) =>
    withHistory(monitor, ({ [field]: availability }) => (
      <span
        title={`${formatAvailability(availability)} ${observedMessage(availability)}. Up time of the time in which it was observed while active, checked and not in maintenance.`}
        className={isMostlyUnobserved(availability) ? 'text-ink-3' : undefined}
      >
        {formatAvailability(availability)}
        {availability.least !== null && availability.observed_share < 0.995 ? (
          <span className="text-ink-3 text-xs"> of {formatShare(availability.observed_share, 1)}</span>
        ) : null}
      </span>
    ));
}

export const Availability7Cell = availabilityCell('availability_7d');
export const Availability30Cell = availabilityCell('availability_30d');
