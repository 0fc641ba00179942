import type { ListedMonitor } from '@/lib/contract/monitor';
import { foldText } from '@/lib/fold-text';

/** Something that can be jumped to, or done. */
export type PaletteItem =
  | { kind: 'monitor'; id: string; monitor: ListedMonitor }
  | {
      kind: 'action';
      id: string;
      label: string;
      caps?: readonly string[];
      /** One of many of its kind: offered only when a text names it. */
      onDemand?: boolean;
      run: () => void;
    };

export type PaletteAction = Extract<PaletteItem, { kind: 'action' }>;

export interface PaletteGroup {
  label: string;
  items: PaletteItem[];
}

/** A text as the server reads it: equal searches are then equal questions. */
export function wordsOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Whether all words of a text occur in a label, as the server does it with monitors. */
function matchesLabel(label: string, text: string): boolean {
  const folded = foldText(label);
  return wordsOf(foldText(text))
    .split(' ')
    .every((word) => folded.includes(word));
}

/** Monitors first, then the actions that the text names, then the search of the whole list. Empty groups are left out. */
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
