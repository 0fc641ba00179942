import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useRovingFocus } from '@/components/ui/arrow-key-grid';
import { findTyped, useTypedWord } from '@/components/ui/typeahead';
import { foldText } from '@/lib/text/fold-text';
import { formatInteger } from '@/lib/text/format';

/** One value of a facet: the number of monitors (null: not shown), and whether the value is included, excluded, or neither. */
export interface FacetOption {
  value: string;
  label: string;
  count: number | null;
  chosen: 'included' | 'excluded' | null;
}

export interface FacetListProps {
  label: string;
  /** The rule of the field, as a tooltip of its button. */
  hint?: string | undefined;
  options: readonly FacetOption[];
  /** Whether values can be excluded. */
  excludable: boolean;
  /** Whether rows have the height of touch targets. */
  tall?: boolean;
  onChoose: (value: string, chosen: FacetOption['chosen']) => void;
  onClear: () => void;
}

/** The number of values above which there is a field that narrows them. */
const FIELD_THRESHOLD = 10;

/**
 * The values of a facet, which can be included or excluded. Values that are selected at the first render come
 * first, and keep their positions.
 */
export function FacetList(props: FacetListProps) {
  const { label, options, excludable, tall = false, onChoose, onClear } = props;
  const [narrowing, setNarrowing] = useState('');
  const [first] = useState(() => options.filter(isChosen).map(({ value }) => value));
  const sorted = [
    ...options.filter(({ value }) => first.includes(value)),
    ...options.filter(({ value }) => !first.includes(value)),
  ];
  const foldedNarrowing = foldText(narrowing.trim());
  const shown = sorted.filter((option) => foldText(option.label).includes(foldedNarrowing));
  const { itemProps, containerProps: rovingProps } = useRovingFocus(
    shown.map(({ value }) => (excludable ? [`in ${value}`, `out ${value}`] : [`in ${value}`])),
  );
  const nothingChosen = !options.some(isChosen);
  const field = useRef<HTMLInputElement>(null);
  const typedWord = useTypedWord();
  const onLetter = (event: KeyboardEvent<HTMLElement>) => {
    const letters = typedWord(event);
    if (letters === null || event.target === field.current) return;
    // The browser inserts the letter into the field, because it gets the focus before the input event.
    if (field.current) return field.current.focus();
    const focused = event.target instanceof HTMLElement ? event.target.dataset.rovingId : undefined;
    const from = shown.findIndex(({ value }) => focused === `in ${value}` || focused === `out ${value}`);
    const labels = shown.map((option) => option.label);
    const found = shown[findTyped(labels, from, letters)];
    const button = found && `[data-roving-id="${CSS.escape(`in ${found.value}`)}"]`;
    if (button) event.currentTarget.querySelector<HTMLElement>(button)?.focus();
  };
  const containerProps = {
    ...rovingProps,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      onLetter(event);
      rovingProps.onKeyDown(event);
    },
  };
  return (
    <div {...containerProps}>
      {options.length > FIELD_THRESHOLD ? (
        <input
          ref={field}
          type="text"
          aria-label={`Filter ${label.toLowerCase()} values`}
          placeholder={`Filter ${options.length} values`}
          value={narrowing}
          onChange={(event) => setNarrowing(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            const list = event.currentTarget.nextElementSibling;
            list?.querySelector<HTMLElement>('[data-roving-id]')?.focus();
          }}
          className={`mb-1 w-full rounded-sm border border-line bg-canvas px-2 text-ink placeholder:text-ink-3 ${tall ? 'h-11' : 'h-7'}`}
        />
      ) : null}
      <ul className={tall ? '' : 'max-h-[min(20rem,32vh)] overflow-y-auto'}>
        {shown.map((option) => (
          <li key={option.value} className="flex items-center gap-1 rounded-sm hover:bg-raised">
            <button
              type="button"
              aria-pressed={option.chosen === 'included'}
              {...itemProps(`in ${option.value}`)}
              onClick={() => onChoose(option.value, option.chosen === 'included' ? null : 'included')}
              className={`group/value flex min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left outline-offset-[-2px] hover:text-ink aria-pressed:text-ink ${tall ? 'h-11' : 'h-7'} ${option.count === 0 && option.chosen === null ? 'text-ink-3' : 'text-ink-2'}`}
            >
              <span
                aria-hidden
                className="grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong group-aria-pressed/value:border-accent group-aria-pressed/value:bg-accent group-aria-pressed/value:text-surface"
              >
                {option.chosen === 'included' ? <Check className="size-3" /> : null}
              </span>
              <span className={`truncate ${option.chosen === 'excluded' ? 'line-through' : ''}`}>
                {option.label}
              </span>
              {option.count === null ? null : <span className="ml-auto">{formatInteger(option.count)}</span>}
            </button>
            {excludable ? (
              <button
                type="button"
                aria-pressed={option.chosen === 'excluded'}
                aria-label={`Exclude ${option.label}`}
                title={`Exclude ${option.label}`}
                {...itemProps(`out ${option.value}`)}
                onClick={() => onChoose(option.value, option.chosen === 'excluded' ? null : 'excluded')}
                className={`mr-1 grid place-items-center rounded-sm text-ink-3 outline-offset-[-2px] hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent ${tall ? 'size-11' : 'size-6'}`}
              >
                <Minus className="size-3.5" />
              </button>
            ) : null}
          </li>
        ))}
        {shown.length === 0 ? (
          <li className="px-2 py-1.5 text-ink-3">{narrowing === '' ? 'No values' : 'No matching values'}</li>
        ) : null}
      </ul>
      {excludable ? (
        <p aria-hidden className="px-2 pt-1 text-right text-ink-3 text-xs">
          – excludes
        </p>
      ) : null}
      {tall && nothingChosen ? null : (
        // Disabled instead of removed, which would lose the focus and shift the list.
        <button
          type="button"
          aria-disabled={nothingChosen}
          onClick={nothingChosen ? undefined : onClear}
          className={`mt-1 flex w-full items-center justify-center rounded-sm border-line border-t ${tall ? 'h-11' : 'h-7'} ${nothingChosen ? 'cursor-default text-ink-3 opacity-50' : 'text-ink-2 hover:bg-raised hover:text-ink'}`}
        >
          Clear {label.toLowerCase()}
        </button>
      )}
    </div>
  );
}

function isChosen({ chosen }: FacetOption): boolean {
  return chosen !== null;
}
