import { suggestionLabel } from '@/components/monitor/suggestion-label';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorList } from '@/lib/contract/responses';
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
export function wordsOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Whether all words of a text occur in a label; the server matches monitors in the same way. */
function matchesLabel(label: string, text: string): boolean {
  const folded = foldText(label);
  return wordsOf(foldText(text))
    .split(' ')
    .every((word) => folded.includes(word));
}

/**
 * The groups of options: monitors, then matching actions and the search of the list. When nothing matches, the first group has
 * the monitors that may be meant. Empty groups are omitted.
 */
export function paletteGroups(parts: {
  text: string;
  answer: Pick<MonitorList, 'data' | 'did_you_mean'> | null;
  actions: readonly PaletteAction[];
  searchList: PaletteAction;
}): PaletteGroup[] {
  const { text, answer, actions, searchList } = parts;
  const isSearch = wordsOf(text) !== '';
  const matching = actions.filter(({ label }) => matchesLabel(label, text));
  const meant = matching.length === 0 ? answer?.did_you_mean : undefined;
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
