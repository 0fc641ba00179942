'use client';

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { tinykeys } from 'tinykeys';
import { useLook } from './look';

/** Something that can be done by keyboard from anywhere on the page. */
export interface Command {
  /** In the notation of tinykeys: `$mod+k`, `g m`, `[Shift]+/`. */
  keys: string;
  /** The keys as the list of commands shows them, one cap each. */
  caps: readonly string[];
  label: string;
  /** Under which heading it stands in the list of commands. */
  group: 'Everywhere' | 'Monitors' | 'Monitor';
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
  const run = useEffectEvent((keys: string, event: KeyboardEvent) => {
    const command = commands.find((candidate) => candidate.keys === keys);
    if (!command || command.when?.() === false) return;
    event.preventDefault();
    command.run();
  });
  const register = useEffectEvent(() => {
    registered.add(commands);
    changed();
    return () => {
      registered.delete(commands);
      changed();
    };
  });
  const bound = commands.map(({ keys }) => keys).join('\n');
  useEffect(() => {
    const active = bound.split('\n').filter((keys) => singleKeys || isChord(keys));
    const bindings = active.map((keys) => [keys, (event: KeyboardEvent) => run(keys, event)] as const);
    const unbind = tinykeys(window, Object.fromEntries(bindings), { ignore: (event) => isElsewhere(event) });
    const unregister = register();
    return () => {
      unbind();
      unregister();
    };
  }, [bound, singleKeys]);
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
