import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { tinykeys } from 'tinykeys';
import { usePreferences } from './preferences';
import { isMac, isTyped } from './typed-character';

/** The headings of the list of commands, in their order. */
export const commandGroups = ['Global', 'Monitors', 'Monitor'] as const;

/** Something that can be done by keyboard from anywhere on the page. */
export interface Command {
  /** In the notation of tinykeys: `$mod+k`, `g m`, or as `onAnyKeyboard` gives it. */
  keys: string;
  /** The keys as the list of commands shows them, one cap each; `Mod` is Control or Command. */
  caps: readonly string[];
  label: string;
  /** Under which heading it stands in the list of commands. */
  group: (typeof commandGroups)[number];
  run: () => void;
  /** False leaves the key to the browser. */
  when?: () => boolean;
  /** Offered in the command palette, too, though it belongs to one page. */
  inPalette?: boolean;
  /** Held down, the key does it again and again. */
  repeats?: boolean;
}

/** Beside React: registering must not change a context above parts that are still to be hydrated (ADR 0024). */
const registered = new Set<readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];
let unbind = () => {};
const none: readonly Command[] = [];

/** All notations that were ever registered: as longer sequences come first, they are bound together. */
const known = new Set<string>();

/**
 * One listener for the page, so that sequences and single keys know of each other. It is replaced only for a notation
 * that is new: a page that goes, with its commands, does not take the first key of a sequence with it.
 */
function changed(): void {
  all = [...registered].flat();
  const size = known.size;
  for (const { keys } of all) known.add(keys);
  if (known.size > size) {
    unbind();
    unbind = tinykeys(window, bindingsOf(known), { ignore: isElsewhere });
  }
  for (const listener of listeners) listener();
}

/** For each notation what it does. Longer sequences first: the `u` of `g u` must not be taken for a `u` alone. */
function bindingsOf(notations: ReadonlySet<string>): Record<string, (event: KeyboardEvent) => void> {
  const presses = (keys: string) => keys.split(' ').length;
  const press = (keys: string) => (event: KeyboardEvent) => {
    if (!isChord(keys) && !isTyped(event, isMac())) return;
    // Where two parts of the page have the same key, the one that came last has it.
    const command = all.findLast((candidate) => candidate.keys === keys && candidate.when?.() !== false);
    if (command === undefined || (event.repeat && !command.repeats)) return;
    event.preventDefault();
    command.run();
  };
  const longestFirst = [...notations].sort((a, b) => presses(b) - presses(a));
  return Object.fromEntries(longestFirst.map((keys) => [keys, press(keys)]));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All commands that can be given now, for the list of commands. */
export function useCommandList(): readonly Command[] {
  return useSyncExternalStore(
    subscribe,
    () => all,
    () => none,
  );
}

/** Makes commands work while the component is there. None fires while somebody types or a popup is open. */
export function useCommands(make: () => readonly Command[]): void {
  const commands = make();
  const [{ singleKeys }] = usePreferences();
  const find = useEffectEvent((keys: string) => commands.find((candidate) => candidate.keys === keys));
  const isHeard = useEffectEvent((keys: string) => singleKeys || isChord(keys));
  const register = useEffectEvent(() => {
    // What is listed stays as long as its words; what it does is asked for anew each time.
    const listed = commands.map((command) => ({
      ...command,
      run: () => find(command.keys)?.run(),
      when: () => isHeard(command.keys) && find(command.keys)?.when?.() !== false,
    }));
    registered.add(listed);
    changed();
    return () => {
      registered.delete(listed);
      changed();
    };
  });
  const listed = commands.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  // In the commit that shows the page: a key may be pressed before the browser has painted it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered anew only when the words change.
  useLayoutEffect(() => register(), [listed]);
}

/** A chord with Control or Command is no character: it works also while typing, and cannot be switched off. */
function isChord(keys: string): boolean {
  return keys.startsWith('$mod+');
}

const typing = 'input, textarea, select, [contenteditable]';
const popups = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`);
const openPopups = popups.map((popup) => `${popup}:not([data-closed])`).join(', ');
/** Base UI marks a popup that is fading away. */
const fadingPopups = popups.map((popup) => `${popup}[data-closed]`).join(', ');

/** Whether a key press is meant for a field or an open popup rather than for the page. */
function isElsewhere(event: KeyboardEvent): boolean {
  // A part of the page has acted on it already, such as a roving focus on an arrow key.
  if (event.isComposing || event.defaultPrevented) return true;
  // A character that needs AltGr is typed, although Windows reports Control with it.
  if ((event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')) return false;
  if (!(event.target instanceof Element)) return false;
  // What is fading away takes no keys any more, and a field in it neither.
  const place = event.target.closest(fadingPopups) ?? event.target;
  return place.closest(`${typing}, ${openPopups}`) !== null;
}
