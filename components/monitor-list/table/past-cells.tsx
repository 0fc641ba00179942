import type { ReactNode } from 'react';
import { runsOf } from '@/components/time-chart/buckets';
import { type RowHistory, slotLetters, UNREAD_LETTER } from '@/lib/contract/availability';
import { type Condition, conditionLabels, conditions } from '@/lib/contract/conditions';
import { formatShare } from '@/lib/text/format';
import { availabilityMessage, formatAvailability, isMostlyUnobserved } from '@/lib/text/format-availability';
import type { MonitorRow } from './cells';

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
        title={`${availabilityMessage(availability)}. Up time of the time in which it was observed while active, checked and not in maintenance.`}
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

/** The worst condition of a slot; null: the monitor was not read. */
function stateOf(letter: string): Condition | null {
  return conditions.find((condition) => slotLetters[condition] === letter.toLowerCase()) ?? null;
}

const isMaintenance = (letter: string) => letter !== UNREAD_LETTER && letter === letter.toUpperCase();

/** The height of a state in CSS pixels, and its paint. Each has a height or a pattern of its own besides its color. */
const paints: Record<Condition, { height: number; paint: string }> = {
  down: { height: 14, paint: solid('down') },
  overdue: { height: 10, paint: solid('overdue') },
  unknown: { height: 8, paint: dotted('unknown') },
  pending: { height: 6, paint: dotted('pending') },
  up: { height: 4, paint: solid('up') },
  inactive: { height: 2, paint: solid('idle') },
};
const unread = {
  height: 14,
  paint: 'repeating-linear-gradient(135deg,var(--strip-unread) 0 1px,transparent 1px 4px)',
};

function solid(color: string): string {
  return `linear-gradient(var(--strip-${color}),var(--strip-${color}))`;
}

function dotted(color: string): string {
  return `repeating-linear-gradient(90deg,var(--strip-${color}) 0 2px,transparent 2px 4px)`;
}

/** The line of maintenance is below the states. CSS pixels. */
const LINE = 2;

/**
 * Paints the last 24 hours as the background of one element, because a hundred rows of elements would be too many: each
 * period with one state is one layer. Maintenance is a line at the bottom.
 *
 * @param letters as in the API
 * @returns a value of the CSS property `background`
 */
export function stripBackground(letters: string): string {
  const slots = [...letters];
  const layer = (
    { from, to }: { from: number; to: number },
    bottom: number,
    height: number,
    paint: string,
  ) => {
    const rest = slots.length - (to - from);
    // CSS takes a position in percent of the width that the layer leaves free.
    const left = rest === 0 ? 0 : (from / rest) * 100;
    const width = ((to - from) / slots.length) * 100;
    return `${paint} ${left.toFixed(3)}% calc(100% - ${bottom}px)/${width.toFixed(3)}% ${height}px no-repeat`;
  };
  const states = runsOf(slots, stateOf).map((run) => {
    const { height, paint } = run.key === null ? unread : paints[run.key];
    return layer(run, LINE + 1, height, paint);
  });
  const maintenance = runsOf(slots, isMaintenance).filter(({ key }) => key);
  return [...states, ...maintenance.map((run) => layer(run, 0, LINE, solid('maint')))].join(',');
}

/** What the strip shows: "Last 24 hours, the worst of each quarter hour: down 2 h, not read 1 h, up 21 h." */
export function stripText(letters: string): string {
  const slots = [...letters];
  const length = (holds: (letter: string) => boolean) => {
    const quarters = slots.filter(holds).length;
    const [hours, minutes] = [Math.floor(quarters / 4), (quarters % 4) * 15];
    return [...(hours > 0 ? [`${hours} h`] : []), ...(minutes > 0 ? [`${minutes} min`] : [])].join(' ');
  };
  const parts = [
    ...conditions.map((condition) => [
      conditionLabels[condition],
      length((one) => stateOf(one) === condition),
    ]),
    ['not read', length((one) => one === UNREAD_LETTER)],
    ['in maintenance', length(isMaintenance)],
  ];
  const said = parts.flatMap(([label, text]) => (label && text ? `${label.toLowerCase()} ${text}` : []));
  return `Last 24 hours, the worst of each quarter hour: ${said.join(', ')}.`;
}
