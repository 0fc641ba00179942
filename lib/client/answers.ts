import type { ErrorBody } from '../contract/error';
import { BffError, type Tagged } from './bff';

/** What is known under one key. A new object whenever any of it has changed. */
export interface Held<T> {
  answer: Tagged<T> | undefined;
  /** When the answer came, or was last found unchanged: milliseconds since 1970, 0 for too long ago. */
  answeredAt: number;
  /** Why the last try failed; null when it did not. */
  error: Error | null;
}

/** Where the answers come from. */
export interface Source<T> {
  /** @param how.known what is held already, to be returned itself when nothing has changed */
  read(key: string, how: { known: Tagged<T> | undefined; signal: AbortSignal }): Promise<Tagged<T>>;
  /** How long after a try it is due again, milliseconds; null: not by itself. */
  againMs(held: T | undefined, error: Error | null): number | null;
  onFailure(error: Error): void;
}

/** What a page brings along, so that the browser need not ask for it. */
export type Known<T> = { key: string } & (
  | {
      answer: Tagged<T>;
      /** Milliseconds since 1970; 0 when it is better asked for at once. */
      answeredAt: number;
    }
  /** Why the server had no answer just now: it need not be asked again at once. */
  | { failure: ErrorBody }
);

/** Somebody who shows an answer. */
interface Watcher {
  /** False: it is shown as it came. */
  again: boolean;
  /** Whether it is asked for while the tab is out of sight. */
  hidden: boolean;
}

export interface Answers<T> {
  get(key: string): Held<T>;
  isAsking(key: string): boolean;
  /** All that is held now, whatever its key. */
  all(): T[];
  /** Asks now, unless that question is on its way already. @returns when it has ended, however it ended */
  ask(key: string): Promise<void>;
  /** Asks unless an answer came less than so many milliseconds ago, or the only try so far failed. @returns as `ask` */
  askIfOlder(key: string, ms: number): Promise<void>;
  /** As long as somebody watches a key it is asked for again and again. @returns ends it */
  watch(key: string, watcher: Watcher): () => void;
  /** Takes what a page brought and nobody has yet. Tells nobody, so that it may be called while React renders. */
  seed(known: Known<T>): void;
  /** Takes what a page brought if it is newer, and tells everybody. */
  learn(known: Known<T>): void;
  /**
   * What is watched and older than that is asked for, all else when it is due: after the tab was out of sight or without
   * network, or when `againMs` says something else than before.
   */
  wake(ms: number): void;
  /** @param changed called after each change of anything @returns ends it */
  subscribe(changed: () => void): () => void;
}

interface Entry<T> {
  held: Held<T>;
  /** When the last try ended, however it ended. */
  triedAt: number;
  asking: { given: AbortController; ended: Promise<void> } | null;
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

  function ask(key: string): Promise<void> {
    const entry = entryOf(key);
    if (entry.asking) return entry.asking.ended;
    const given = new AbortController();
    const end = (held: Held<T>) => {
      // Given up meanwhile, and perhaps asked anew.
      if (entry.asking?.given !== given) return;
      entry.asking = null;
      entry.triedAt = Date.now();
      entry.held = held;
      if (held.error) onFailure(held.error);
      forgetOld();
      schedule(key, entry);
      tell();
    };
    const ended = read(key, { known: entry.held.answer, signal: given.signal }).then(
      (answer) => end({ answer, answeredAt: Date.now(), error: null }),
      (error: unknown) =>
        end({ ...entry.held, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    entry.asking = { given, ended };
    tell();
    return ended;
  }

  async function askIfOlder(key: string, ms: number): Promise<void> {
    const { held, triedAt } = entryOf(key);
    const isKnown = held.answer !== undefined || held.error !== null;
    const since = held.answer ? held.answeredAt : triedAt;
    if (!isKnown || Date.now() - since >= ms) await ask(key);
  }

  /** Sets the timer for the next try. */
  function schedule(key: string, entry: Entry<T>): void {
    clearTimeout(entry.timer);
    const watchers = [...entry.watchers].filter(({ again }) => again);
    const pause = againMs(entry.held.answer?.body, entry.held.error);
    if (entry.asking || watchers.length === 0 || pause === null) return;
    entry.timer = setTimeout(
      () => {
        // Out of sight nothing is asked; `wake` goes on.
        if (document.visibilityState === 'visible' || watchers.some(({ hidden }) => hidden)) ask(key);
      },
      entry.triedAt + pause - Date.now(),
    );
  }

  function forgetOld(): void {
    for (const [key, { watchers, asking, triedAt }] of entries) {
      if (watchers.size === 0 && !asking && Date.now() - triedAt > FORGET_MS) entries.delete(key);
    }
  }

  function seed(known: Known<T>): void {
    const entry = entryOf(known.key);
    if (entry.held !== nothing) return;
    entry.held =
      'answer' in known
        ? { answer: known.answer, answeredAt: known.answeredAt, error: null }
        : { ...nothing, error: new BffError(known.failure) };
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
          entry.asking?.given.abort();
          entry.asking = null;
        });
      };
    },
    seed,
    learn(known) {
      seed(known);
      const entry = entryOf(known.key);
      if ('answer' in known && known.answeredAt > entry.held.answeredAt) {
        entry.held = { answer: known.answer, answeredAt: known.answeredAt, error: null };
      }
      tell();
    },
    wake(ms) {
      for (const [key, entry] of entries) {
        if (![...entry.watchers].some(({ again }) => again)) continue;
        if (againMs(entry.held.answer?.body, entry.held.error) !== null) askIfOlder(key, ms);
        schedule(key, entry);
      }
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
