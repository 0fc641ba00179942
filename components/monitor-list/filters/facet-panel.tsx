import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useRovingFocus } from '@/components/ui/arrow-key-grid';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { foldText } from '@/lib/text/fold-text';
import { formatInteger } from '@/lib/text/format';
import { type FacetListProps, isChosen } from '../facets';

/** The popover with the filter of one field, or with those of several. @param props.note below the filters */
export function FacetPanel(props: {
  trigger: TriggerProps;
  label: string;
  facets: readonly FacetListProps[];
  note?: ReactNode;
}) {
  const { trigger, label, facets, note } = props;
  const [only, ...others] = facets;
  return (
    <PopoverFrame
      trigger={trigger}
      title={label}
      align="start"
      className="max-h-(--available-height) w-64 overflow-y-auto p-1"
    >
      {() => (
        <>
          {only && others.length === 0 ? (
            <FacetList {...only} />
          ) : (
            <FacetSections facets={facets} opensFirst />
          )}
          {note}
        </>
      )}
    </PopoverFrame>
  );
}

/**
 * The filters of several fields, each in a section of its own, with its chosen values beside its title.
 *
 * @param props.opensFirst whether the first section is open at first
 */
export function FacetSections(props: { facets: readonly FacetListProps[]; opensFirst?: boolean }) {
  const { facets, opensFirst = false } = props;
  return facets.map((facet, place) => (
    <Section
      key={facet.label}
      isOpen={opensFirst && place === 0}
      title={facet.label}
      hint={facet.hint}
      note={facet.options
        .filter(isChosen)
        .map(({ chosen, label }) => `${chosen === 'excluded' ? 'not ' : ''}${label}`)
        .join(', ')}
    >
      <FacetList {...facet} />
    </Section>
  ));
}

/** A collapsible section, open at first if it has a note. @param props.note the selected values, shown beside the title */
export function Section(props: {
  title: string;
  /** Whether it is open at first without a note, too. */
  isOpen?: boolean;
  hint?: string | undefined;
  note: string;
  children: ReactNode;
}) {
  const { title, isOpen = false, hint, note, children } = props;
  // Only the initial state: the section must not close when the user deselects the last value.
  const [initiallyOpen] = useState(isOpen || note !== '');
  return (
    <details className="group border-line border-b" open={initiallyOpen}>
      <summary
        title={hint}
        className="flex h-8 list-none items-center gap-2 rounded-sm px-2 font-medium text-ink outline-offset-[-2px] max-sm:h-11 [&::-webkit-details-marker]:hidden"
      >
        {title}
        <span className="min-w-0 truncate font-normal text-accent">{note}</span>
        <span
          aria-hidden
          className="ml-auto text-ink-3 transition-transform duration-150 group-open:rotate-90"
        >
          ›
        </span>
      </summary>
      <div className="pb-2">{children}</div>
    </details>
  );
}

/** The number of values above which there is a field that narrows them. */
const FIELD_THRESHOLD = 10;

/**
 * The values of a facet, which can be included or excluded. Values that are selected at the first render come
 * first, and keep their positions. On a phone all targets are large.
 */
function FacetList({ label, hint, options, excludable, onChoose, onClear }: FacetListProps) {
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
      {hint === undefined ? null : <p className="px-2 py-1 text-ink-2 text-xs">{hint}</p>}
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
