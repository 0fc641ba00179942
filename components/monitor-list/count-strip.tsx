import { Activity } from 'lucide-react';
import { ConditionMark } from '@/components/monitor/condition-badge';
import { conditionLabels, conditions, flappingRule } from '@/lib/contract/conditions';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import type { MonitorsUrlState } from './use-monitors-url';

export interface CountsProps {
  list: MonitorList | undefined;
  /** Whether the list is that of the previous query. */
  isOld: boolean;
  urlState: MonitorsUrlState;
}

/**
 * The number of monitors in total, in each condition, in maintenance, and flapping. Each number is a filter button, which shows
 * only this condition, or removes it from the chosen ones. The number counts the monitors that match the other filters,
 * followed by "of" and the unfiltered number when that differs. The condition unknown and flapping, which are rare,
 * have a number only if a monitor is so, or if it is the filter.
 */
export function CountStrip(props: CountsProps) {
  const { list, isOld, urlState } = props;
  const { condition: chosen, maintenance_mode, flapping } = urlState.url;
  const isMaintenance = maintenance_mode === 'true';
  const isFlapping = flapping === 'true';
  const { facets } = list ?? {};
  const inventory = list?.meta.inventory;
  const counts = inventory?.counts;
  const hasUnknown = (counts?.condition.unknown ?? 0) > 0 || chosen.includes('unknown');
  const hasFlapping = (counts?.flapping ?? 0) > 0 || isFlapping;
  const shown = conditions.filter((condition) => condition !== 'unknown' || hasUnknown);
  return (
    <fieldset
      aria-label="Counts"
      disabled={facets === undefined}
      aria-busy={isOld}
      className={`dims-while-busy flex min-w-0 gap-2 max-sm:grid max-sm:gap-px max-sm:overflow-hidden max-sm:rounded-md max-sm:border max-sm:border-line max-sm:bg-line ${hasUnknown && hasFlapping ? 'max-sm:grid-cols-5' : 'max-sm:grid-cols-4'}`}
    >
      <div
        className={`grid min-w-0 flex-1 gap-px overflow-hidden rounded-md border border-line bg-line max-sm:contents sm:short:max-lg:flex ${hasUnknown ? withUnknown : withoutUnknown}`}
      >
        <Count
          label="Total"
          count={list && countOf(list)}
          of={inventory && totalOf(inventory)}
          pressed={chosen.length === 0 && !isMaintenance && !isFlapping}
          isDefault
          onPress={() => urlState.change({ condition: null, maintenance_mode: null, flapping: null })}
        />
        {shown.map((condition) => (
          <Count
            key={condition}
            label={conditionLabels[condition]}
            mark={<ConditionMark condition={condition} />}
            count={facets && (facets.condition.get(condition) ?? 0)}
            of={counts?.condition[condition]}
            alarming={condition === 'down'}
            pressed={chosen.includes(condition)}
            onPress={() => {
              const others = chosen.filter((other) => other !== condition);
              urlState.change({ condition: others.length === chosen.length ? [condition] : others });
            }}
          />
        ))}
      </div>
      <div
        // On a phone maintenance takes two places where one is left.
        className={`flex gap-px overflow-hidden rounded-md border border-line bg-line max-sm:contents sm:max-lg:flex-col sm:short:max-lg:flex-row sm:max-lg:*:h-auto ${hasUnknown === hasFlapping ? 'max-sm:*:first:col-span-2' : ''}`}
      >
        <Count
          label="Maintenance"
          count={facets && (facets.maintenance_mode.get('true') ?? 0)}
          of={counts?.maintenance}
          pressed={isMaintenance}
          onPress={() => urlState.change({ maintenance_mode: isMaintenance ? null : 'true' })}
        />
        {hasFlapping ? (
          <Count
            label="Flapping"
            hint={`Flapping: ${flappingRule}`}
            mark={<Activity aria-hidden className="size-3 shrink-0 text-overdue" />}
            count={facets && (facets.flapping.get('true') ?? 0)}
            of={counts?.flapping}
            pressed={isFlapping}
            onPress={() => urlState.change({ flapping: isFlapping ? null : 'true' })}
          />
        ) : null}
      </div>
    </fieldset>
  );
}

const withoutUnknown = 'grid-cols-3 lg:grid-cols-[1fr_1fr_1.1fr_1.4fr_1fr_1.1fr]';
/** Seven numbers: where they have several lines, the total takes two places. */
const withUnknown =
  'grid-cols-4 sm:max-lg:*:first:col-span-2 lg:grid-cols-[1fr_1fr_1.1fr_1.1fr_1.4fr_1fr_1.1fr]';

/** The total number of monitors, including those that could not be read. */
function totalOf({ state, read, total, missing }: MonitorList['meta']['inventory']): number {
  return missing === null || state === 'reading' ? read : Math.max(total, read);
}

function Count(props: {
  label: string;
  /** What the label means, as a tooltip. */
  hint?: string;
  mark?: React.ReactNode;
  /** Undefined while unknown. */
  count: number | undefined;
  /** The number without any filter. */
  of: number | undefined;
  /** Whether the button is tinted when the count is not zero. */
  alarming?: boolean;
  pressed: boolean;
  /** Pressed only because no other button is: exposed as `aria-pressed`, but not highlighted. */
  isDefault?: boolean;
  onPress: () => void;
}) {
  const { label, hint, mark, count, of, alarming = false, pressed, isDefault = false, onPress } = props;
  const isMuted = !count;
  const isChosen = pressed && !isDefault;
  const highlight = alarming ? !isMuted && 'bg-down-soft' : isChosen && 'bg-accent-soft';
  const ring = alarming ? 'shadow-[inset_0_0_0_2px_var(--down)]' : 'shadow-[inset_0_0_0_2px_var(--accent)]';
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={hint}
      onClick={onPress}
      className={`flex h-9 min-w-0 flex-auto items-center gap-1.5 whitespace-nowrap px-3 text-left outline-offset-[-2px] transition-colors duration-100 enabled:hover:bg-raised max-sm:h-[38px] max-sm:flex-wrap max-sm:content-center max-sm:gap-x-1 max-sm:gap-y-0 max-sm:pr-0.5 max-sm:pl-1.5 sm:short:h-7 ${highlight || 'bg-surface'} ${isChosen ? ring : ''}`}
    >
      {mark}
      <span
        title={hint ?? label}
        className={`truncate text-xs max-sm:order-last max-sm:basis-full max-sm:text-[10.5px] max-sm:leading-[13px] max-sm:tracking-tight ${mark ? 'sm:short:max-lg:sr-only' : ''} ${isMuted ? 'text-ink-3' : 'text-ink-2'}`}
      >
        {label}
      </span>
      <span
        translate="no"
        className={`ml-auto text-md max-sm:ml-0 max-sm:leading-4 lg:ml-1 ${isMuted ? 'text-ink-3' : 'font-semibold text-ink'}`}
      >
        {count === undefined ? '–' : formatInteger(count)}
        {count === undefined || of === undefined || of === count ? null : (
          <span className="font-normal text-ink-3 text-xs"> of {formatInteger(of)}</span>
        )}
      </span>
    </button>
  );
}

/** The number of monitors of a list; the pagination of a grouped one counts groups. */
export function countOf({ grouped, pagination }: Pick<MonitorList, 'grouped' | 'pagination'>): number {
  return grouped?.monitors ?? pagination.total;
}
