import { Autocomplete } from '@base-ui/react/autocomplete';
import { ArrowRight } from 'lucide-react';
import { ConditionMark } from '@/components/monitor/condition-badge';
import { shownName, targetParts } from '@/components/monitor/monitor-names';
import { KeyCaps } from '@/components/ui/key-caps';
import { Link } from '@/components/ui/link';
import { conditionLabel } from '@/lib/text/condition-label';
import type { PaletteItem } from './palette-items';

const row =
  'flex min-h-8 cursor-default scroll-my-1 items-center gap-2.5 rounded-sm px-2.5 text-ink outline-none data-highlighted:bg-raised';

/** One option of the command palette. A monitor is a link, so that it can be opened in another tab. */
export function PaletteOption(props: { item: PaletteItem; onChosen: (item: PaletteItem) => void }) {
  const { item, onChosen } = props;
  if (item.kind === 'action') {
    return (
      <Autocomplete.Item value={item} onClick={() => onChosen(item)} className={row}>
        <ArrowRight className="size-3 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 truncate">{item.label}</span>
        {item.caps ? (
          <span aria-hidden className="pointer-coarse:hidden">
            <KeyCaps caps={item.caps} sequence={item.caps.length > 1} />
          </span>
        ) : null}
      </Autocomplete.Item>
    );
  }
  const { monitor } = item;
  return (
    <Autocomplete.Item
      value={item}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChosen(item);
      }}
      className={`${row} max-sm:py-1.5`}
      render={<Link href={`/monitors/${monitor.monitor_uuid}`} />}
    >
      <ConditionMark condition={monitor.condition} />
      <span className="sr-only">{conditionLabel(monitor)}: </span>
      <span className="flex min-w-0 flex-1 items-baseline gap-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-0">
        <span dir="auto" className="truncate text-left sm:flex-1">
          {shownName(monitor)}
        </span>
        <span className="truncate font-mono text-ink-3 text-xs sm:max-w-[52%]">
          {targetParts(monitor).join('')}
        </span>
      </span>
    </Autocomplete.Item>
  );
}
