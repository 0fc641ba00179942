import { Autocomplete } from '@base-ui/react/autocomplete';
import { distance } from 'fastest-levenshtein';
import { ArrowRight } from 'lucide-react';
import { ConditionMark } from '@/components/monitor/condition-badge';
import { DescriptionExcerpt } from '@/components/monitor/description-excerpt';
import { shownName, targetParts } from '@/components/monitor/monitor-names';
import { suggestionLabel } from '@/components/monitor/suggestions';
import { KeyCaps } from '@/components/ui/key-caps';
import { Link } from '@/components/ui/link';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorList } from '@/lib/contract/responses';
import { conditionLabel } from '@/lib/text/condition-label';
import { foldText } from '@/lib/text/fold-text';

/** An option of the command palette: a monitor to open, or an action to run. */
export type PaletteItem =
  | { kind: 'monitor'; id: string; monitor: ListedMonitor }
  | { kind: 'action'; id: string; label: string; caps?: readonly string[]; run: () => void };

export type PaletteAction = Extract<PaletteItem, { kind: 'action' }>;

export interface PaletteGroup {
  label: string;
  items: PaletteItem[];
}

/** The text with normalized white space, as the server reads it, so that equal searches share a query key. */
export function normalizedText(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Whether all words of a text occur in a label; the server matches monitors in the same way. */
function matchesLabel(label: string, text: string): boolean {
  const folded = foldText(label);
  return normalizedText(foldText(text))
    .split(' ')
    .every((word) => folded.includes(word));
}

/** Whether a text has one or two letters other than a word of a label, as a slip has: "repot". */
function isNearLabel(label: string, text: string): boolean {
  const typed = normalizedText(foldText(text));
  return foldText(label)
    .split(' ')
    .some((word) => distance(word, typed) <= Math.min(2, Math.floor(typed.length / 4)));
}

/**
 * The groups of options: monitors, then matching actions and the search of the list. When nothing matches, there are the
 * actions and the monitors that may be meant. Empty groups are omitted.
 */
export function paletteGroups(parts: {
  text: string;
  answer: Pick<MonitorList, 'data' | 'did_you_mean'> | null;
  actions: readonly PaletteAction[];
  searchList: PaletteAction;
}): PaletteGroup[] {
  const { text, answer, actions, searchList } = parts;
  const isSearch = normalizedText(text) !== '';
  const exact = actions.filter(({ label }) => matchesLabel(label, text));
  const isWithoutMatch = exact.length === 0 && answer?.data.length === 0;
  const matching = isWithoutMatch ? actions.filter(({ label }) => isNearLabel(label, text)) : exact;
  const meant = exact.length === 0 ? answer?.did_you_mean : undefined;
  const groups: PaletteGroup[] = [
    { label: isSearch ? 'Monitors' : 'Most urgent', items: (answer?.data ?? []).map(monitorItem) },
    ...(meant ? [{ label: suggestionLabel(meant), items: meant.monitors.map(monitorItem) }] : []),
    { label: 'Commands', items: isSearch ? [...matching, searchList] : matching },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

const monitorItem = (monitor: ListedMonitor): PaletteItem => ({
  kind: 'monitor',
  id: monitor.monitor_uuid,
  monitor,
});

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
      <span className="min-w-0 flex-1 has-[.row-excerpt]:pb-1">
        <span className="flex items-baseline gap-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-0">
          <span dir="auto" className="truncate text-left sm:flex-1">
            {shownName(monitor)}
          </span>
          <span className="truncate font-mono text-ink-3 text-xs sm:max-w-[52%]">
            {targetParts(monitor).join('')}
          </span>
        </span>
        <DescriptionExcerpt monitor={monitor} />
      </span>
    </Autocomplete.Item>
  );
}
