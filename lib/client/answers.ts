import type { Tagged } from './bff';

/** What is known under one key. A new object whenever any of it has changed. */
export interface Held<T> {
  answer: Tagged<T> | undefined;
  /** When the answer came, or was last found unchanged: milliseconds since 1970, 0 for too long ago. */
  answeredAt: number;
  /** Why the last try failed; null when it did not. */
  error: Error | null;
}

/** Where the answers come from. `wish`: how often the viewer wants the monitors read, seconds or `off`. */
export interface Source<T> {
  /** @param how.known what is held already, to be returned itself when nothing has changed */
  read(
    key: string,
    how: { known: Tagged<T> | undefined; signal: AbortSignal; wish?: string | undefined },
  ): Promise<Tagged<T>>;
  /** How long after a try it is due again, milliseconds. */
  againMs(held: T | undefined, wish: string | undefined): number;
  onFailure(error: Error): void;
}

/** What a page brings along, so that the browser need not ask for it. */
export interface Known<T> {
  key: string;
  answer: Tagged<T>;
  /** Milliseconds since 1970; 0 when it is better asked for at once. */
  answeredAt: number;
}

/** Somebody who shows an answer. */
interface Watcher {
  /** False: it is shown as it came. */
  again: boolean;
  /** Whether it is asked for while the tab is out of sight. */
  hidden: boolean;
  wish?: string | undefined;
}

export interface Answers<T> {
  get(key: string): Held<T>;
  isAsking(key: string): boolean;
  /** All that is held now, whatever its key. */
  all(): T[];
  /** Asks now, unless that question is on its way already. */
  ask(key: string, wish?: string): void;
  /** Asks unless an answer is held that came less than so many milliseconds ago. */
  askIfOlder(key: string, ms: number, wish?: string): void;
  /** As long as somebody watches a key it is asked for again and again. @returns ends it */
  watch(key: string, watcher: Watcher): () => void;
  /** Takes what a page brought and nobody has yet. Tells nobody, so that it may be called while React renders. */
  seed(known: Known<T>): void;
  /** Takes what a page brought if it is newer, and tells everybody. */
  learn(known: Known<T>): void;
  /** The tab is seen again, or online again: what is watched and older than that is asked for. */
  wake(ms: number): void;
  /** @param changed called after each change of anything @returns ends it */
  subscribe(changed: () => void): () => void;
}

interface Entry<T> {
  held: Held<T>;
  /** When the last try ended, however it ended. */
  triedAt: number;
  asking: AbortController | null;
  watchers: Set<Watcher>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** What nobody has shown for so long is forgotten, milliseconds. */
const FORGET_MS = 300_000;
const nothing: Held<never> = { answer: undefined, answeredAt: 0, error: null };

/** The browser's side of one kind of question to the BFF: asked once however many show it, and again when it is due. */
export function createAnswers<T>({ read, againMs, onFailure }: Source<T>): Answers<T> {
  const entries = new Map<string, Entry<T>>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  function entryOf(key: string): Entry<T> {
    const found = entries.get(key);
    if (found) return found;
    const entry: Entry<T> = {
      held: nothing,
      triedAt: Date.now(),
      asking: null,
      watchers: new Set(),
      timer: undefined,
    };
    entries.set(key, entry);
    return entry;
  }

  function ask(key: string, wish?: string): void {
    const entry = entryOf(key);
    if (entry.asking) return;
    const asking = new AbortController();
    entry.asking = asking;
    const ended = (held: Held<T>) => {
      // Given up meanwhile, and perhaps asked anew.
      if (entry.asking !== asking) return;
      entry.asking = null;
      entry.triedAt = Date.now();
      entry.held = held;
      if (held.error) onFailure(held.error);
      forgetOld();
      schedule(key, entry);
      tell();
    };
    read(key, { known: entry.held.answer, signal: asking.signal, wish }).then(
      (answer) => ended({ answer, answeredAt: Date.now(), error: null }),
      (error: unknown) =>
        ended({ ...entry.held, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    tell();
  }

  function askIfOlder(key: string, ms: number, wish?: string): void {
    const { answer, answeredAt } = entryOf(key).held;
    if (!answer || Date.now() - answeredAt >= ms) ask(key, wish);
  }

  /** Sets the timer for the watcher that wants it soonest. */
  function schedule(key: string, entry: Entry<T>): void {
    clearTimeout(entry.timer);
    const watchers = [...entry.watchers].filter(({ again }) => again);
    if (entry.asking || watchers.length === 0) return;
    const due = watchers
      .map((watcher) => ({ ...watcher, ms: againMs(entry.held.answer?.body, watcher.wish) }))
      .reduce((a, b) => (b.ms < a.ms ? b : a));
    entry.timer = setTimeout(
      () => {
        // Out of sight nothing is asked; `wake` goes on.
        if (document.visibilityState === 'visible' || watchers.some(({ hidden }) => hidden))
          ask(key, due.wish);
      },
      entry.triedAt + due.ms - Date.now(),
    );
  }

  function forgetOld(): void {
    for (const [key, { watchers, asking, triedAt }] of entries) {
      if (watchers.size === 0 && !asking && Date.now() - triedAt > FORGET_MS) entries.delete(key);
    }
  }

  function seed({ key, answer, answeredAt }: Known<T>): void {
    const entry = entryOf(key);
    if (!entry.held.answer) entry.held = { answer, answeredAt, error: null };
  }

  return {
    get: (key) => entries.get(key)?.held ?? nothing,
    isAsking: (key) => Boolean(entries.get(key)?.asking),
    all: () => [...entries.values()].flatMap(({ held }) => (held.answer ? [held.answer.body] : [])),
    ask,
    askIfOlder,
    watch(key, watcher) {
      const entry = entryOf(key);
      entry.watchers.add(watcher);
      schedule(key, entry);
      return () => {
        entry.watchers.delete(watcher);
        schedule(key, entry);
        // Unless somebody goes on watching in the same moment, as when a component is rendered anew.
        queueMicrotask(() => {
          if (entry.watchers.size > 0) return;
          entry.asking?.abort();
          entry.asking = null;
        });
      };
    },
    seed,
    learn(known) {
      seed(known);
      const entry = entryOf(known.key);
      if (known.answeredAt > entry.held.answeredAt) entry.held = { ...known, error: null };
      tell();
    },
    wake(ms) {
      for (const [key, entry] of entries) {
        const watcher = [...entry.watchers].find(({ again }) => again);
        if (!watcher) continue;
        askIfOlder(key, ms, watcher.wish);
        schedule(key, entry);
      }
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
