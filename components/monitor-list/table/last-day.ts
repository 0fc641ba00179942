import { runsOf } from '@/components/time-chart/buckets';
import { slotLetters, UNREAD_LETTER } from '@/lib/contract/availability';
import { type Condition, conditionLabels, conditions } from '@/lib/contract/conditions';

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
