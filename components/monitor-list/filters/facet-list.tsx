import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useRovingFocus } from '@/components/ui/arrow-key-grid';
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
  onChoose: (value: string, chosen: FacetOption['chosen']) => void;
  onClear: () => void;
}

/** The number of values above which there is a field that narrows them. */
const FIELD_THRESHOLD = 10;

/**
 * The values of a facet, which can be included or excluded. Values that are selected at the first render come
 * first, and keep their positions. On a phone all targets are large.
 */
export function FacetList({ label, options, excludable, onChoose, onClear }: FacetListProps) {
  const [narrowing, setNarrowing] = useState('');
  const [first] = useState(() => options.filter(isChosen).map(({ value }) => value));
  const sorted = [
    ...options.filter(({ value }) => first.includes(value)),
    ...options.filter(({ value }) => !first.includes(value)),
  ];
  const foldedNarrowing = foldText(narrowing.trim());
  const shown = sorted.filter((option) => foldText(option.label).includes(foldedNarrowing));
  const { itemProps, containerProps } = useRovingFocus(
    shown.map(({ value }) => (excludable ? [`in ${value}`, `out ${value}`] : [`in ${value}`])),
  );
  const nothingChosen = !options.some(isChosen);
  const onFieldKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.currentTarget.nextElementSibling?.querySelector<HTMLElement>('[data-roving-id]')?.focus();
  };
  return (
    <div {...containerProps}>
      {options.length > FIELD_THRESHOLD ? (
        <input
          type="text"
          aria-label={`Filter ${label.toLowerCase()} values`}
          placeholder={`Filter ${options.length} values`}
          value={narrowing}
          onChange={(event) => setNarrowing(event.target.value)}
          onKeyDown={onFieldKey}
          className="mb-1 h-7 w-full rounded-sm border border-line bg-canvas px-2 text-ink placeholder:text-ink-3 max-sm:h-11"
        />
      ) : null}
      <ul className="sm:max-h-[min(20rem,32vh)] sm:overflow-y-auto">
        {shown.map((option) => (
          <li key={option.value} className="flex items-center gap-1 rounded-sm hover:bg-raised">
            <button
              type="button"
              aria-pressed={option.chosen === 'included'}
              {...itemProps(`in ${option.value}`)}
              onClick={() => onChoose(option.value, option.chosen === 'included' ? null : 'included')}
              className={`group/value flex h-7 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left outline-offset-[-2px] hover:text-ink aria-pressed:text-ink max-sm:h-11 ${option.count === 0 && option.chosen === null ? 'text-ink-3' : 'text-ink-2'}`}
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
                className="mr-1 grid size-6 place-items-center rounded-sm text-ink-3 outline-offset-[-2px] hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent max-sm:size-11"
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
      {/* Disabled instead of removed, which would lose the focus and shift the list. */}
      <button
        type="button"
        aria-disabled={nothingChosen}
        onClick={nothingChosen ? undefined : onClear}
        className={`mt-1 flex h-7 w-full items-center justify-center rounded-sm border-line border-t max-sm:h-11 ${nothingChosen ? 'cursor-default text-ink-3 opacity-50' : 'text-ink-2 hover:bg-raised hover:text-ink'}`}
      >
        Clear {label.toLowerCase()}
      </button>
    </div>
  );
}

export function isChosen({ chosen }: FacetOption): boolean {
  return chosen !== null;
}
