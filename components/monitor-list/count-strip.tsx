import { ConditionMark } from '@/components/monitor/condition-badge';
import { conditionLabels } from '@/components/monitor/condition-labels';
import type { Facets, MonitorList } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';
import type { MonitorsUrlState } from './use-monitors-url';

const shown = [
  { condition: 'down', label: conditionLabels.down, ink: 'text-down font-medium' },
  { condition: 'overdue', label: conditionLabels.overdue, ink: 'text-overdue font-medium' },
  // There is no room for the whole label.
  { condition: 'pending', label: 'Not checked', ink: 'text-pending font-medium' },
  { condition: 'up', label: conditionLabels.up, ink: 'text-ink-2' },
  { condition: 'inactive', label: conditionLabels.inactive, ink: 'text-ink-2' },
] as const;

interface CountStripProps {
  facets: Facets | undefined;
  inventory: MonitorList['meta']['inventory'] | undefined;
  urlState: MonitorsUrlState;
}

/** How many there are of each condition, under all other filters; each number is a filter itself. */
export function CountStrip({ facets, inventory, urlState }: CountStripProps) {
  const { condition: conditions, maintenance_mode } = urlState.url;
  const maintenance = maintenance_mode === 'true';
  const total = facets && Object.values(facets.condition).reduce((sum, count) => sum + count, 0);
  const [only] = conditions.length === 1 ? conditions : [];
  return (
    // Where they do not fit beside each other (a phone) two rows: each as wide as its words need, the rest shared out.
    <fieldset
      aria-label="Counts"
      disabled={facets === undefined}
      className="flex min-w-0 flex-wrap gap-2 max-sm:gap-1.5 lg:flex-nowrap"
    >
      <Count
        label="Total"
        count={total}
        // Of a filtered list nobody knows how many it lacks.
        of={inventory && total !== undefined ? totalOf(inventory, total) : undefined}
        resting
        pressed={conditions.length === 0 && !maintenance}
        onPress={urlState.clearCounts}
      />
      {shown.map(({ condition, label, ink }) => (
        <Count
          key={condition}
          label={label}
          count={facets && (facets.condition[condition] ?? 0)}
          ink={ink}
          alarming={condition === 'down'}
          mark={<ConditionMark condition={condition} />}
          pressed={only === condition}
          onPress={() => urlState.setFacet('condition', only === condition ? null : [condition])}
        />
      ))}
      <Count
        label="Maintenance"
        count={facets && (facets.maintenance_mode.true ?? 0)}
        ink="text-maint"
        pressed={maintenance}
        onPress={() => urlState.setFlag('maintenance_mode', maintenance ? null : 'true')}
      />
    </fieldset>
  );
}

/** How many monitors there are, where it is known that the unfiltered list has fewer. */
function totalOf(
  { read, total, missing }: MonitorList['meta']['inventory'],
  shown: number,
): number | undefined {
  if (missing === null || shown !== read + missing.kept || shown >= total) return undefined;
  return total;
}

interface CountProps {
  label: string;
  /** Undefined while it is not known. */
  count: number | undefined;
  /** How many it should be, where that is known to be more. */
  of?: number | undefined;
  ink?: string;
  mark?: React.ReactNode;
  /** Tinted when there is any. */
  alarming?: boolean;
  pressed: boolean;
  /** Pressed because nothing else is: said, but not shown off. */
  resting?: boolean;
  onPress: () => void;
}

function Count(props: CountProps) {
  const {
    label,
    count,
    of,
    ink = 'text-ink-2',
    mark,
    alarming = false,
    pressed,
    resting = false,
    onPress,
  } = props;
  const isMuted = !count;
  const frame =
    pressed && !resting
      ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
      : alarming && !isMuted
        ? 'border-[color-mix(in_oklch,var(--down)_45%,var(--line))] bg-down-soft enabled:hover:border-down'
        : 'border-line bg-surface enabled:hover:border-line-strong';
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={`flex min-w-0 flex-1 basis-auto flex-col gap-0.5 rounded-md border px-3 py-2 text-left transition-colors duration-100 max-sm:gap-0 max-sm:px-2 max-sm:py-1 lg:basis-0 ${frame}`}
    >
      <span
        className={`flex items-center gap-1.5 whitespace-nowrap text-xs max-sm:gap-1 ${isMuted ? 'font-normal text-ink-3' : ink}`}
      >
        {mark}
        {label}
      </span>
      <span
        className={`text-xl tracking-[-0.02em] max-sm:text-md ${isMuted ? 'font-normal text-ink-3' : 'font-semibold text-ink'}`}
      >
        {count === undefined ? '–' : formatInteger(count)}
        {of === undefined ? null : (
          <span className="font-normal text-ink-2 text-sm tracking-normal"> of {formatInteger(of)}</span>
        )}
      </span>
    </button>
  );
}
