'use client';

import type { Facets } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';
import { ConditionMark } from './condition-mark';
import type { useMonitorsUrl } from './use-monitors-url';

const shown = [
  { condition: 'down', label: 'Down', ink: 'text-down' },
  { condition: 'overdue', label: 'Overdue', ink: 'text-overdue' },
  { condition: 'pending', label: 'Not checked', ink: 'text-pending' },
  { condition: 'up', label: 'Up', ink: 'text-ink-2' },
  { condition: 'inactive', label: 'Inactive', ink: 'text-ink-2' },
] as const;

/** How many there are of each condition, under all other filters; each number is a filter itself. */
export function CountStrip({ facets, view }: { facets: Facets; view: ReturnType<typeof useMonitorsUrl> }) {
  const { condition: conditions, maintenance_mode } = view.url;
  const maintenance = maintenance_mode === 'true';
  const total = Object.values(facets.condition).reduce((sum, count) => sum + count, 0);
  const [only] = conditions.length === 1 ? conditions : [];
  return (
    <fieldset aria-label="Counts" className="flex min-w-0 gap-2 max-lg:flex-wrap max-sm:gap-1.5">
      <Count
        label="Total"
        count={total}
        resting
        pressed={conditions.length === 0 && !maintenance}
        onPress={view.clearCounts}
      />
      {shown.map(({ condition, label, ink }) => (
        <Count
          key={condition}
          label={label}
          count={facets.condition[condition] ?? 0}
          ink={ink}
          mark={<ConditionMark condition={condition} />}
          pressed={only === condition}
          onPress={() => view.only('condition', only === condition ? null : [condition])}
        />
      ))}
      <Count
        label="Maintenance"
        count={facets.maintenance_mode.true ?? 0}
        ink="text-maint"
        pressed={maintenance}
        onPress={() => view.setFlag('maintenance_mode', maintenance ? null : 'true')}
      />
    </fieldset>
  );
}

interface CountProps {
  label: string;
  count: number;
  ink?: string;
  mark?: React.ReactNode;
  pressed: boolean;
  /** Pressed because nothing else is: said, but not shown off. */
  resting?: boolean;
  onPress: () => void;
}

function Count(props: CountProps) {
  const { label, count, ink = 'text-ink-2', mark, pressed, resting = false, onPress } = props;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={`flex min-w-0 flex-1 basis-0 flex-col gap-0.5 rounded-md border px-3 pt-2 pb-2 text-left transition-colors duration-100 max-lg:basis-28 max-sm:basis-24 max-sm:px-2 max-sm:py-1 ${pressed && !resting ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:border-line-strong'}`}
    >
      <span
        className={`flex items-center gap-1.5 whitespace-nowrap text-xs ${count === 0 ? 'text-ink-3' : ink}`}
      >
        {mark}
        {label}
      </span>
      <span
        className={`text-xl tracking-[-0.02em] max-sm:text-md ${count === 0 ? 'font-normal text-ink-3' : 'font-semibold text-ink'}`}
      >
        {formatInteger(count)}
      </span>
    </button>
  );
}
