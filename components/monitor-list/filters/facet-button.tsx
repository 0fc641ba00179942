import { CirclePlus } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import type { FacetListProps } from './facet-list';

const loadPanel = () => import('./facet-panel').then((file) => file.FacetPanel);

/** A button that opens the filter of one field, with the number of selected values. The popup is lazy. */
export function FacetButton(props: FacetListProps) {
  return (
    <PopupButton
      kind="dialog"
      load={loadPanel}
      panel={props}
      title={props.hint}
      {...facetButtonProps(props)}
    />
  );
}

/** The style and the content of a filter button, with the number of selected values. */
export function facetButtonProps({ label, options }: Pick<FacetListProps, 'label' | 'options'>) {
  const chosen = options.filter((option) => option.chosen !== null).length;
  return {
    className: `${buttonClass()} relative border-line-strong ${chosen > 0 ? 'text-ink' : 'border-dashed'}`,
    children: (
      <>
        {chosen > 0 ? null : <CirclePlus className="max-2xl:hidden" />}
        {label}
        {chosen > 0 ? (
          // Below 1400 px the number lies on the corner: choosing values would make the toolbar too wide.
          <span className="-top-1.5 -right-1.5 min-w-[18px] rounded-sm bg-accent-soft px-1 text-center font-medium text-accent text-xs leading-[18px] max-[1400px]:absolute">
            {chosen}
            <span className="sr-only"> selected</span>
          </span>
        ) : null}
      </>
    ),
  };
}
