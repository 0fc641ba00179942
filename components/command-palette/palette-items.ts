import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRequestContext } from '@/components/layout/use-request-context';
import { useCommandList } from '@/components/ui/commands';
import { usePreferences } from '@/components/ui/preferences';
import { themes } from '@/lib/client/preferences';
import { monitorListQuery, readOnce } from '@/lib/client/queries';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import type { ListedMonitor } from '@/lib/contract/monitor';

/** Something that can be jumped to, or done. */
export type PaletteItem =
  | { kind: 'monitor'; id: string; monitor: ListedMonitor }
  | { kind: 'action'; id: string; label: string; caps?: readonly string[]; run: () => void };

export type JumpAction = Extract<PaletteItem, { kind: 'action' }>;

export interface JumpGroup {
  label: string;
  items: PaletteItem[];
}

/** A text as the server reads it: equal searches are then equal questions. */
export function wordsOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Whether all words of a text occur in a label, as the server does it with monitors. */
function matchesLabel(label: string, text: string): boolean {
  return wordsOf(text.toLowerCase())
    .split(' ')
    .every((word) => label.toLowerCase().includes(word));
}

/** Monitors first, then the actions that the text names, then the search of the whole list. Empty groups are left out. */
export function jumpGroups(parts: {
  text: string;
  monitors: readonly ListedMonitor[];
  actions: readonly JumpAction[];
  searchList: JumpAction;
}): JumpGroup[] {
  const { text, monitors, actions, searchList } = parts;
  const isSearch = wordsOf(text) !== '';
  const groups: JumpGroup[] = [
    {
      label: isSearch ? 'Monitors' : 'Monitors by attention',
      items: monitors.map((monitor) => ({ kind: 'monitor', id: monitor.monitor_uuid, monitor })),
    },
    {
      label: 'Actions',
      items: [...actions.filter(({ label }) => matchesLabel(label, text)), ...(isSearch ? [searchList] : [])],
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Between the last key and the question to the server, milliseconds. */
const DEBOUNCE_MS = 80;

const firstTen: InventoryQuery = { page: 1, per_page: 10, sort: 'attention', order: 'asc', facets: false };

/**
 * The first ten monitors that a text finds, by attention. Those of the text before stay until the new ones are there;
 * `isCurrent` tells whether they belong to the text.
 */
export function usePaletteResults(text: string) {
  const wanted = wordsOf(text);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    if (wanted === asked) return;
    const timer = setTimeout(() => setAsked(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked]);
  const query = { ...firstTen, ...(asked === '' ? {} : { q: asked }) };
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...monitorListQuery(query, useRequestContext()),
    // What is being chosen from does not move.
    ...readOnce,
    placeholderData: keepPreviousData,
  });
  return {
    answer: data?.body ?? null,
    error,
    isCurrent: wanted === asked && !isPending && !isPlaceholderData,
  };
}

/** What can be done from everywhere: the commands of the keyboard, and the choices of the Appearance menu. */
export function usePaletteActions(): JumpAction[] {
  const commands = useCommandList();
  const [{ theme, zone }, changePreferences] = usePreferences();
  const otherZone = zone === 'utc' ? 'local' : 'utc';
  return [
    ...commands
      .filter(({ group, keys }) => group === 'Everywhere' && keys !== '$mod+k')
      .map(({ keys, caps, label, run }) => ({ kind: 'action' as const, id: keys, label, caps, run })),
    ...themes
      .filter((option) => option !== theme)
      .map((option) => ({
        kind: 'action' as const,
        id: `theme ${option}`,
        label: `Theme: ${option}`,
        run: () => changePreferences({ theme: option }),
      })),
    {
      kind: 'action',
      id: 'zone',
      label: otherZone === 'utc' ? 'Times: UTC' : 'Times: local',
      run: () => changePreferences({ zone: otherZone }),
    },
  ];
}
