import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from '@/components/ui/button';
import type { MonitorsUrlState } from '../use-monitors-url';
import { activeFilters, dropFilter } from './active-filters';

/** What is asked for, each with a way to drop it. Nothing at all while nothing is asked for. */
export function FilterChips({ urlState, onEmptied }: { urlState: MonitorsUrlState; onEmptied: () => void }) {
  const filters = activeFilters(urlState.url);
  if (filters.length === 0) return null;
  return (
    <section aria-label="Active filters" className="flex flex-wrap items-center gap-1.5 pb-1">
      <ul className="contents">
        {filters.map((filter) => (
          <li
            key={filter.key}
            className="inline-flex h-[26px] min-w-0 items-center rounded-md border border-line-strong bg-surface pl-2 text-xs"
          >
            <span className="shrink-0 text-ink-3">{filter.field}:&nbsp;</span>
            <span className="max-w-60 truncate font-medium text-ink">{filter.text}</span>
            <button
              type="button"
              aria-label={`Remove ${filter.field}: ${filter.text}`}
              title="Remove"
              onClick={(event) => {
                keepFocus(event, onEmptied);
                dropFilter(urlState, filter);
              }}
              className="ml-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink"
            >
              <X className="size-3" />
            </button>
          </li>
        ))}
      </ul>
      <Button
        look="ghost"
        className="h-[26px]! text-xs!"
        onClick={(event) => {
          if (isByKeyboard(event)) onEmptied();
          urlState.clear();
        }}
      >
        Clear
      </Button>
    </section>
  );
}

/** A press of Enter or Space on a button is a click without a count. */
function isByKeyboard(event: MouseEvent): boolean {
  return event.detail === 0;
}

/** Who works by keyboard goes on at the next chip, for the one in focus is about to vanish. */
function keepFocus(event: MouseEvent, onEmptied: () => void): void {
  if (!isByKeyboard(event)) return;
  const chip = event.currentTarget.closest('li');
  const neighbour = chip?.nextElementSibling ?? chip?.previousElementSibling;
  const button = neighbour?.querySelector('button');
  if (button) button.focus();
  else onEmptied();
}
