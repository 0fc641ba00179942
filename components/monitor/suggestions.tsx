import { Button } from '@/components/ui/button';
import type { DidYouMean } from '@/lib/contract/responses';
import { conditionLabel } from '@/lib/text/condition-label';
import { ConditionMark } from './condition-badge';
import { shownName } from './monitor-names';

/** The class names of a button whose text can have several lines. */
export const wrappingButton =
  'h-auto! min-h-[30px] max-w-full whitespace-normal! py-1 text-left [overflow-wrap:anywhere]';

/** The label above the monitors that a search without a result may mean. */
export function suggestionLabel({ by, within_filters }: DidYouMean): string {
  const label = by === 'name' ? 'Did you mean' : 'On the same host';
  return within_filters ? label : `${label}, outside of the filters`;
}

/**
 * Monitors that a search without a result may mean; nothing without any. Enter in the search field moves to the first one.
 *
 * @param props.onSearch called with a search that finds the pressed one, and whether the filters can stay
 */
export function MonitorSuggestions(props: {
  found: DidYouMean | undefined;
  onSearch: (q: string, isWithinFilters: boolean) => void;
}) {
  const { found, onSearch } = props;
  if (found === undefined) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <p>{suggestionLabel(found)}</p>
      {found.monitors.map((monitor) => (
        <Button
          key={monitor.monitor_uuid}
          data-row=""
          onClick={() => onSearch(monitor.q, found.within_filters)}
          className={wrappingButton}
        >
          <ConditionMark condition={monitor.condition} />
          <span className="sr-only">{conditionLabel(monitor)}: </span>
          <span dir="auto" className="font-medium text-ink">
            {shownName(monitor)}
          </span>
        </Button>
      ))}
    </div>
  );
}
