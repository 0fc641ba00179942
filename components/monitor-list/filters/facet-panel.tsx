import { type ReactNode, useState } from 'react';
import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { FacetList, type FacetListProps, isChosen } from './facet-list';

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
          {only && others.length === 0 ? <FacetList {...only} /> : <FacetSections facets={facets} />}
          {note}
        </>
      )}
    </PopoverFrame>
  );
}

/** The filters of several fields, each in a section of its own, with its chosen values beside its title. */
export function FacetSections({ facets }: { facets: readonly FacetListProps[] }) {
  return facets.map((facet) => (
    <Section
      key={facet.label}
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

/** A collapsible section. @param props.note the selected values, shown beside the title */
export function Section(props: {
  title: string;
  hint?: string | undefined;
  note: string;
  children: ReactNode;
}) {
  const { title, hint, note, children } = props;
  // Only the initial state: the section must not close when the user deselects the last value.
  const [initiallyOpen] = useState(note !== '');
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
