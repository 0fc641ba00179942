import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { OpenedStore } from './open-store.ts';
import { StoreError, type StoreProblem } from './store.ts';

/**
 * The store as the rest of the server uses it: it never throws. Data that cannot be written is still served
 * from the memory of its owner, and the problem is logged and reported by `currentProblem`.
 */
export interface PersistentState {
  /** Returns a record as parsed by `parse`; null when there is none, it cannot be read, or `parse` throws. */
  load<T>(key: string, parse: (parts: readonly string[]) => T): Promise<T | null>;
  /**
   * Schedules a write of a record. Writes are coalesced per key; the last one wins. `parts` is called when
   * the record is written. A record that takes long to write is written less often.
   *
   * @param everyMs minimum time between the starts of two writes; flushing and closing ignore it
   */
  save(key: string, parts: () => Iterable<string>, everyMs?: number): void;
  /** Writes a pending record at once. Resolves when the write has succeeded or failed. */
  flush(key: string): Promise<void>;
  /** Removes a record and cancels its pending write. */
  remove(key: string): void;
  /** Removes all records whose keys have the prefix, except for the `keep` written last. */
  trim(prefix: string, keep: number): Promise<void>;
  /** Why records cannot be stored, and since when (epoch ms); null while they can. */
  currentProblem(): { problem: StoreProblem; since: number } | null;
  /** Whether the existing file was unusable at the start and has been renamed. */
  setAside: boolean;
  /** Writes what is pending and closes the store. */
  close(): Promise<void>;
}

/** Maximum share of time spent on writing one record. */
const WRITING_SHARE = 0.05;

/** @param parts.problem why records do not survive a restart, if so: reported as long as the process runs */
export function createPersistentState(
  parts: OpenedStore & { clock: Clock; log: Pick<Logger, 'warn' | 'info'> },
): PersistentState {
  const { store, clock, log, setAside, problem: permanentProblem } = parts;
  let currentProblem: ReturnType<PersistentState['currentProblem']> = null;
  const pendingWrites = new Map<string, { parts: () => Iterable<string>; cancel: () => void }>();
  /** When the last write of each record started, and when the next one may start, monotonic ms. */
  const writes = new Map<string, { startedAt: number; notBefore: number }>();
  const writing = new Map<string, Promise<void>>();
  let closed = false;

  function reportProblem(problem: StoreProblem, doing: string): void {
    if (currentProblem?.problem === problem) return;
    log.warn({ problem, doing }, 'cannot write to the data directory; data will not survive a restart');
    currentProblem = { problem, since: currentProblem?.since ?? clock.now() };
  }

  function handleError(error: unknown, doing: string): void {
    if (permanentProblem === null)
      reportProblem(error instanceof StoreError ? error.problem : 'other', doing);
  }

  if (setAside) log.warn({}, 'the data file was unusable; it was renamed and a new one created');
  if (permanentProblem !== null) reportProblem(permanentProblem, 'open');

  function write(key: string): Promise<void> {
    const written = writePending(key).finally(() => {
      if (writing.get(key) === written) writing.delete(key);
    });
    writing.set(key, written);
    return written;
  }

  async function writePending(key: string): Promise<void> {
    const pending = pendingWrites.get(key);
    if (pending === undefined) return;
    pendingWrites.delete(key);
    pending.cancel();
    const startedAt = clock.monotonic();
    try {
      await store.write(key, pending.parts());
      if (currentProblem !== null && permanentProblem === null) {
        currentProblem = null;
        log.info({}, 'the data directory is writable again');
      }
    } catch (error) {
      handleError(error, 'write');
    }
    const tookMs = clock.monotonic() - startedAt;
    writes.set(key, { startedAt, notBefore: clock.monotonic() + tookMs / WRITING_SHARE });
  }

  return {
    async load(key, parse) {
      let record: readonly string[] | null;
      try {
        record = await store.read(key);
      } catch (error) {
        handleError(error, 'read');
        return null;
      }
      if (record === null) return null;
      try {
        return parse(record);
      } catch {
        log.warn({ record: key.split(':')[0] }, 'ignored a stored record that cannot be parsed');
        return null;
      }
    },
    save(key, getParts, everyMs = 0) {
      if (closed) return;
      const before = pendingWrites.get(key);
      if (before) {
        pendingWrites.set(key, { ...before, parts: getParts });
        return;
      }
      const last = writes.get(key);
      const from = last ? Math.max(last.notBefore, last.startedAt + everyMs) : 0;
      const inMs = Math.max(0, from - clock.monotonic());
      pendingWrites.set(key, { parts: getParts, cancel: clock.after(inMs, () => void write(key)) });
    },
    flush: (key) => (pendingWrites.has(key) ? write(key) : (writing.get(key) ?? Promise.resolve())),
    remove(key) {
      pendingWrites.get(key)?.cancel();
      pendingWrites.delete(key);
      store.remove(key).catch((error: unknown) => handleError(error, 'remove'));
    },
    async trim(prefix, keep) {
      try {
        for (const key of (await store.keys(prefix)).slice(keep)) await store.remove(key);
      } catch (error) {
        handleError(error, 'trim');
      }
    },
    currentProblem: () => currentProblem,
    setAside,
    async close() {
      closed = true;
      await Promise.all([...pendingWrites.keys()].map(write));
      await store.close().catch((error: unknown) => handleError(error, 'close'));
    },
  };
}
