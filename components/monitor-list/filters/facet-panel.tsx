import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { FacetList, type FacetListProps } from './facet-list';

export function FacetPanel({ trigger, ...props }: FacetListProps & { trigger: TriggerProps }) {
  return (
    <PopoverFrame trigger={trigger} title={props.label} align="start" className="w-64 p-1">
      {() => <FacetList {...props} />}
    </PopoverFrame>
  );
}
