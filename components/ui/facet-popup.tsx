'use client';

import { CirclePlus } from 'lucide-react';
import { buttonClass } from './button';
import { FacetList, type FacetListProps } from './facet-list';
import { Popover } from './popover';

/** A filter over the values of one field: any of those included, none of those excluded. */
export function FacetPopup(props: FacetListProps) {
  const { label, options } = props;
  const chosen = options.filter((option) => option.chosen !== null).length;
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`${buttonClass()} border-line-strong ${chosen > 0 ? 'text-ink' : 'border-dashed'}`}
      >
        {chosen > 0 ? null : <CirclePlus aria-hidden />}
        {label}
        {chosen > 0 ? (
          <span className="min-w-[18px] rounded-sm bg-accent-soft px-1 text-center font-medium text-accent text-xs leading-[18px]">
            {chosen}
            <span className="sr-only"> chosen</span>
          </span>
        ) : null}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" collisionPadding={8} className="z-40">
          <Popover.Popup className="w-64 rounded-lg border border-line bg-surface p-1 text-sm shadow-popup outline-none">
            <Popover.Title className="sr-only">{label}</Popover.Title>
            <FacetList {...props} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
