import type { ListedMonitor } from '@/lib/contract/monitor';
import { foldText } from '@/lib/text/fold-text';

/** An option of the command palette: a monitor to open, or an action to run. */
export type PaletteItem =
  | { kind: 'monitor'; id: string; monitor: ListedMonitor }
  | {
      kind: 'action';
      id: string;
      label: string;
      caps?: readonly string[];
      /** Whether the action is shown only when the text matches its label. */
      onDemand?: boolean;
      run: () => void;
    };

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

/** The groups of options: monitors, then matching actions and the search of the list. Empty groups are omitted. */
export function paletteGroups(parts: {
  text: string;
  monitors: readonly ListedMonitor[];
  actions: readonly PaletteAction[];
  searchList: PaletteAction;
}): PaletteGroup[] {
  const { text, monitors, actions, searchList } = parts;
  const isSearch = wordsOf(text) !== '';
  const groups: PaletteGroup[] = [
    {
      label: isSearch ? 'Monitors' : 'Most urgent',
      items: monitors.map((monitor) => ({ kind: 'monitor', id: monitor.monitor_uuid, monitor })),
    },
    {
      label: 'Commands',
      items: [
        ...actions.filter(({ label, onDemand }) => (isSearch || !onDemand) && matchesLabel(label, text)),
        ...(isSearch ? [searchList] : []),
      ],
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
