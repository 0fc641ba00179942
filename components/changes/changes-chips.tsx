import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { facetLabels, facetValueLabel } from './changes-facets';
import type { ChangesUrlState } from './use-changes-url';

interface Chip {
  field: string;
  text: string;
  remove: () => void;
}

/** The active filters as chips with remove buttons; null without filters. @param props.monitorName of the filter by monitor */
export function ChangesChips(props: {
  urlState: ChangesUrlState;
  monitorName: string | null;
  onEmptied: () => void;
}) {
  const { urlState, monitorName, onEmptied } = props;
  const chips = chipsOf(urlState, monitorName);
  if (chips.length === 0) return null;
  return (
    <section aria-label="Active filters" className="flex flex-wrap items-center gap-1.5">
      <ul className="contents">
        {chips.map(({ field, text, remove }) => (
          <li
            key={`${field} ${text}`}
            className="inline-flex h-[26px] min-w-0 items-center rounded-md border border-line-strong bg-surface pl-2 text-xs"
          >
            <span className="shrink-0 text-ink-3">{field}:&nbsp;</span>
            <span className="max-w-60 truncate font-medium text-ink">{text}</span>
            <button
              type="button"
              aria-label={`Remove ${field}: ${text}`}
              title="Remove"
              onClick={() => {
                if (chips.length === 1) onEmptied();
                remove();
              }}
              className="ml-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink"
            >
              <X className="size-3" />
            </button>
          </li>
        ))}
      </ul>
      <Button
        variant="ghost"
        className="h-[26px]! text-xs!"
        onClick={() => {
          onEmptied();
          urlState.clear();
        }}
      >
        Clear
      </Button>
    </section>
  );
}

function chipsOf({ url, setFacetValue, clearFilter }: ChangesUrlState, monitorName: string | null): Chip[] {
  const { q, monitor } = url.filters;
  const search = q === undefined ? [] : [{ field: 'Search', text: q, remove: () => clearFilter('q') }];
  const one =
    monitor === undefined
      ? []
      : [{ field: 'Monitor', text: monitorName ?? monitor, remove: () => clearFilter('monitor') }];
  const facets = (['kind', 'type', 'region'] as const).flatMap((facet) =>
    url.filters[facet].map((value) => ({
      field: facetLabels[facet],
      text: facetValueLabel(facet, value),
      remove: () => setFacetValue(facet, value, false),
    })),
  );
  return [...search, ...one, ...facets];
}
