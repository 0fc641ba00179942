'use client';

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { tinykeys } from 'tinykeys';
import { useLook } from './look';

/** The headings of the list of commands, in their order. */
export const commandGroups = ['Everywhere', 'Monitors', 'Monitor'] as const;

/** Something that can be done by keyboard from anywhere on the page. */
export interface Command {
  /** In the notation of tinykeys: `$mod+k`, `g m`, `[Shift]+/`. */
  keys: string;
  /** The keys as the list of commands shows them, one cap each; `Mod` is Control or Command. */
  caps: readonly string[];
  label: string;
  /** Under which heading it stands in the list of commands. */
  group: (typeof commandGroups)[number];
  run: () => void;
  /** False leaves the key to the browser. */
  when?: () => boolean;
}

const registered = new Set<readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];
const none: readonly Command[] = [];

function changed(): void {
  all = [...registered].flat();
  for (const listener of listeners) listener();
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
export function useCommands(commands: readonly Command[]): void {
  const [{ singleKeys }] = useLook();
  const find = useEffectEvent((keys: string) => {
    const command = commands.find((candidate) => candidate.keys === keys);
    return command?.when?.() === false ? undefined : command;
  });
  const register = useEffectEvent(() => {
    // What is listed stays as long as its words; what it does is asked for anew each time.
    const listed = commands.map((command) => ({ ...command, run: () => find(command.keys)?.run() }));
    registered.add(listed);
    changed();
    return () => {
      registered.delete(listed);
      changed();
    };
  });
  const bound = commands.map(({ keys }) => keys).join('\n');
  useEffect(() => {
    const active = bound.split('\n').filter((keys) => singleKeys || isChord(keys));
    const press = (keys: string) => (event: KeyboardEvent) => {
      const command = find(keys);
      if (command === undefined) return;
      event.preventDefault();
      command.run();
    };
    const bindings = active.map((keys) => [keys, press(keys)] as const);
    return tinykeys(window, Object.fromEntries(bindings), { ignore: (event) => isElsewhere(event) });
  }, [bound, singleKeys]);
  const words = commands.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: listed anew only when the words change.
  useEffect(() => register(), [words]);
}

/** A chord with Control or Command is no character: it works also while typing, and cannot be switched off. */
function isChord(keys: string): boolean {
  return keys.startsWith('$mod+');
}

const typing = 'input, textarea, select, [contenteditable]';
const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether a key press is meant for a field or an open popup rather than for the page. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.isComposing) return true;
  if (event.ctrlKey || event.metaKey) return false;
  return event.target instanceof Element && event.target.closest(`${typing}, ${popups}`) !== null;
}
