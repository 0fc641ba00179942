import { FacetList, type FacetListProps } from './facet-list';
import { PopoverFrame } from './popover-frame';

export function FacetPopover(props: FacetListProps) {
  return (
    <PopoverFrame title={props.label} align="start" className="w-64 p-1">
      {() => <FacetList {...props} />}
    </PopoverFrame>
  );
}
