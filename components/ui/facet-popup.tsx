import { CirclePlus } from 'lucide-react';
import { buttonClass } from './button';
import type { FacetListProps } from './facet-list';
import { LazyPopup } from './lazy-popup';

const loadPopover = () => import('./facet-popover').then((file) => file.FacetPopover);

/** A filter over the values of one field: any of those included, none of those excluded. */
export function FacetPopup(props: FacetListProps) {
  const { label, options } = props;
  const chosen = options.filter((option) => option.chosen !== null).length;
  return (
    <LazyPopup
      kind="dialog"
      load={loadPopover}
      panel={props}
      trigger={{
        className: `${buttonClass()} border-line-strong ${chosen > 0 ? 'text-ink' : 'border-dashed'}`,
        children: (
          <>
            {chosen > 0 ? null : <CirclePlus />}
            {label}
            {chosen > 0 ? (
              <span className="min-w-[18px] rounded-sm bg-accent-soft px-1 text-center font-medium text-accent text-xs leading-[18px]">
                {chosen}
                <span className="sr-only"> chosen</span>
              </span>
            ) : null}
          </>
        ),
      }}
    />
  );
}
