import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from './button';

export interface Chip {
  key: string;
  field: string;
  text: string;
  remove: () => void;
  /** Turns the words of a search into filters. */
  toFilters?: (() => void) | undefined;
}

/**
 * The active filters as chips with remove buttons; null without filters.
 *
 * @param props.onEmptied called when the last chip was removed by keyboard, to move the focus
 */
export function ChipList(props: { chips: readonly Chip[]; onClear: () => void; onEmptied: () => void }) {
  const { chips, onClear, onEmptied } = props;
  if (chips.length === 0) return null;
  return (
    <section aria-label="Active filters" className="flex flex-wrap items-center gap-1.5 pb-1">
      <ul className="contents">
        {chips.map(({ key, field, text, remove, toFilters }) => (
          <li
            key={key}
            className="inline-flex h-[26px] min-w-0 items-center rounded-md border border-line-strong bg-surface pl-2 text-xs"
          >
            <span className="shrink-0 text-ink-3">{field}:&nbsp;</span>
            {toFilters ? (
              <button
                type="button"
                aria-label={`Turn into filters: ${text}`}
                title="Turn into filters"
                onClick={toFilters}
                className="h-full min-w-6 max-w-60 truncate text-left font-medium text-ink underline decoration-dotted underline-offset-2 hover:decoration-solid"
              >
                {text}
              </button>
            ) : (
              <span className="max-w-60 truncate font-medium text-ink">{text}</span>
            )}
            <button
              type="button"
              aria-label={`Remove ${field}: ${text}`}
              title="Remove"
              onClick={(event) => {
                if (isByKeyboard(event)) {
                  const chip = event.currentTarget.closest('li');
                  const next = chip?.nextElementSibling ?? chip?.previousElementSibling;
                  const button = next?.querySelector<HTMLElement>('button:last-child');
                  if (button) button.focus();
                  else onEmptied();
                }
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
        onClick={(event) => {
          if (isByKeyboard(event)) onEmptied();
          onClear();
        }}
      >
        Clear
      </Button>
    </section>
  );
}

/**
 * Whether a click was made with Enter or Space; its click count is 0. Then the focus moves on, because the focused chip is
 * about to be removed.
 */
const isByKeyboard = (event: MouseEvent) => event.detail === 0;
