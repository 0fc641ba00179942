import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import { type FacetListProps, isChosen } from '../facets';

const loadPanel = () => import('./facet-panel').then((file) => file.FacetPanel);

/** A button that opens the filter of one field, with the number of selected values. The popup is lazy. */
export function FacetButton(facet: FacetListProps) {
  return <FacetsButton label={facet.label} hint={facet.hint} facets={[facet]} />;
}

/** A button that opens the filters of several fields. @param props.note below the filters */
export function FacetsButton(props: {
  label: string;
  hint?: string | undefined;
  facets: readonly FacetListProps[];
  note?: ReactNode;
}) {
  const { label, hint, facets, note } = props;
  const count = facets.flatMap(({ options }) => options).filter(isChosen).length;
  return (
    <PopupButton
      kind="dialog"
      load={loadPanel}
      panel={{ label, facets, note }}
      title={hint}
      className={`${buttonClass()} relative border-line-strong max-[1600px]:px-2! ${count > 0 ? 'text-ink' : 'border-dashed'}`}
    >
      {label}
      {count > 0 ? (
        // On the corner: choosing values does not widen the toolbar.
        <span className="-top-1.5 -right-1.5 absolute min-w-[18px] rounded-sm bg-accent-soft px-1 text-center font-medium text-accent text-xs leading-[18px]">
          {count}
          <span className="sr-only"> selected</span>
        </span>
      ) : null}
    </PopupButton>
  );
}
