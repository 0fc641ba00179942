import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { tinykeys } from 'tinykeys';
import { usePreferences } from './preferences';
import { isMac, isTyped } from './typed-character';

/** The groups of the keyboard shortcuts dialog, in display order. */
export const commandGroups = [
  'Global',
  'Monitors',
  'Monitor',
  'Changes',
  'Review',
  'Report',
  'Coverage',
  'Wall',
] as const;

export interface Command {
  /** The keys in the notation of tinykeys: `$mod+k`, `g m`, or a result of `onAnyKeyboard`. */
  keys: string;
  label: string;
  group: (typeof commandGroups)[number];
  run: () => void;
  /** Whether the command is available; if not, the browser handles the key. */
  when?: () => boolean;
  /**
   * Whether the command palette offers this command of a page; it always offers those of the group Global.
   */
  inPalette?: boolean;
  /** Whether a held key repeats the command. */
  repeats?: boolean;
}

/** A command with its keys as displayed, one cap each; `Mod` is Control or Command. */
export type RegisteredCommand = Command & { caps: readonly string[] };

const capNames: Readonly<Record<string, string>> = {
  $mod: 'Mod',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** The keys of a notation as displayed, without the optional modifiers of `onAnyKeyboard`. */
export function capsOf(keys: string): string[] {
  return keys
    .split(/[ +]/)
    .filter((key) => !/^\[\w+\]$/.test(key))
    .map((key) => capNames[key] ?? (isChord(keys) && key.length === 1 ? key.toUpperCase() : key));
}

/** Outside of React state, because registering must not change a context during hydration (ADR 0024). */
const registered = new Set<readonly RegisteredCommand[]>();
const listeners = new Set<() => void>();
let all: readonly RegisteredCommand[] = [];
const none: readonly RegisteredCommand[] = [];

/**
 * All notations ever registered, those of sequences apart from those of single keys. Each kind has one listener, which is
 * replaced only for a new notation of its kind: replacing it loses the first key of a sequence.
 */
const bindings = [
  { isSequence: true, known: new Set<string>(), unbind: () => {} },
  { isSequence: false, known: new Set<string>(), unbind: () => {} },
];

/** Updates the list of commands and the listeners of their keys. */
function update(): void {
  all = [...registered].flat();
  for (const binding of bindings) {
    const { isSequence, known } = binding;
    const size = known.size;
    for (const { keys } of all) if (keys.includes(' ') === isSequence) known.add(keys);
    if (known.size === size) continue;
    binding.unbind();
    const presses = Object.fromEntries(Array.from(known, (keys) => [keys, press(keys)]));
    // In the capture phase, so that `g u` runs before `u`, which then sees that the event is handled.
    binding.unbind = tinykeys(window, presses, { ignore: isHandledElsewhere, capture: isSequence });
  }
  for (const listener of listeners) listener();
}

/** The handler of the last key of a notation. Of several commands with the same keys, the last registered one runs. */
function press(keys: string): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isChord(keys) && !isTyped(event, isMac())) return;
    const command = all.findLast((candidate) => candidate.keys === keys && candidate.when?.() !== false);
    if (command === undefined || (event.repeat && !command.repeats)) return;
    event.preventDefault();
    command.run();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCommandList(): readonly RegisteredCommand[] {
  return useSyncExternalStore(
    subscribe,
    () => all,
    () => none,
  );
}

/**
 * Registers commands while the component is mounted. They do not run in text fields or while a popup is open.
 */
export function useCommands(make: () => readonly Command[]): void {
  const commands = make();
  const [{ singleKeys }] = usePreferences();
  const find = useEffectEvent((keys: string) => commands.find((candidate) => candidate.keys === keys));
  const isEnabled = useEffectEvent((keys: string) => singleKeys || isChord(keys));
  const register = useEffectEvent(() => {
    // Registered until keys or labels change; `run` and `when` are read from the latest render.
    const listed = commands.map((command) => ({
      ...command,
      caps: capsOf(command.keys),
      run: () => find(command.keys)?.run(),
      when: () => isEnabled(command.keys) && find(command.keys)?.when?.() !== false,
    }));
    registered.add(listed);
    update();
    return () => {
      registered.delete(listed);
      update();
    };
  });
  const listed = commands.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  // A layout effect, because a key may be pressed before the first paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered again only when keys or labels change.
  useLayoutEffect(() => register(), [listed]);
}

/** Whether the keys include Control, Command or Alt. Such commands cannot be disabled. */
export function isChord(keys: string): boolean {
  return keys.startsWith('$mod+') || keys.startsWith('Alt+');
}

const typing = 'input, textarea, select, [contenteditable]';
const popups = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`);
const openPopups = popups.map((popup) => `${popup}:not([data-closed])`).join(', ');
/** Popups during their closing animation, which Base UI marks with `data-closed`. */
const closingPopups = popups.map((popup) => `${popup}[data-closed]`).join(', ');

/** Whether a key press belongs to a text field or an open popup instead of the page. */
function isHandledElsewhere(event: KeyboardEvent): boolean {
  // Another component has handled the key, such as a roving focus.
  if (event.isComposing || event.defaultPrevented) return true;
  // AltGr types a character, although Windows also reports Control.
  if ((event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')) return false;
  if (!(event.target instanceof Element)) return false;
  // A closing popup and its fields handle no keys.
  const place = event.target.closest(closingPopups) ?? event.target;
  return place.closest(`${typing}, ${openPopups}`) !== null;
}
