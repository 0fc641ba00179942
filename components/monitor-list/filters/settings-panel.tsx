import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import { SettingsKnown } from '../settings-known';
import { FacetList, type FacetListProps } from './facet-list';

/** The popup with the filters of settings that the list of the API omits. */
export function SettingsPanel(props: {
  trigger: TriggerProps;
  facets: readonly FacetListProps[];
  known: number;
  monitors: number;
}) {
  const { trigger, facets, known, monitors } = props;
  return (
    <PopoverFrame
      trigger={trigger}
      title="Settings"
      align="start"
      className="max-h-(--available-height) w-64 overflow-y-auto p-1"
    >
      {() => (
        <>
          <p className="px-2 py-1 text-ink-3 text-xs">
            <SettingsKnown known={known} monitors={monitors} />
          </p>
          {facets.map((facet) => (
            <section key={facet.label} aria-label={facet.label} className="border-line border-t pt-1">
              <h3 className="px-2 text-ink-3 text-xs">{facet.label}</h3>
              <FacetList {...facet} />
            </section>
          ))}
        </>
      )}
    </PopoverFrame>
  );
}
