import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { OpenedStore } from './open-store.ts';
import { StoreError, type StoreProblem } from './store.ts';

/**
 * The store as the rest of the server uses it: it never throws. What cannot be written is served from memory all the
 * same, and the problem is reported, in the log and to whoever asks.
 */
export interface PersistentState {
  /** What `parse` makes of a record; null when there is none, it cannot be read, or `parse` throws. */
  load<T>(key: string, parse: (parts: readonly string[]) => T): Promise<T | null>;
  /**
   * Writes a record soon. Writes are coalesced per key; the last one wins. `parts` is called when it is written. A
   * record that takes long to write is written less often.
   *
   * @param everyMs so long after it was written last it is not written again, unless it is flushed or all is closed
   */
  save(key: string, parts: () => Iterable<string>, everyMs?: number): void;
  /** Writes a pending record at once. Resolves when it has been written, or could not be. */
  flush(key: string): Promise<void>;
  /** Removes a record, and a pending write of it. */
  remove(key: string): void;
  /** Removes all but the last written of the records whose keys begin so. */
  trim(prefix: string, keep: number): Promise<void>;
  /** Why nothing can be written, and since when (epoch ms); null while it can. */
  trouble(): { problem: StoreProblem; since: number } | null;
  /** The file found at the start could not be used and has another name now. */
  setAside: boolean;
  /** Writes what is pending and closes the store. */
  close(): Promise<void>;
}

/** Maximum share of the time that is spent on writing one record. */
const WRITING_SHARE = 0.05;

/** @param parts.problem why what is kept ends with this process, if that is so: said for as long as it lives */
export function createPersistentState(
  parts: OpenedStore & { clock: Clock; log: Pick<Logger, 'warn' | 'info'> },
): PersistentState {
  const { store, clock, log, setAside, problem: lasting } = parts;
  let trouble: ReturnType<PersistentState['trouble']> = null;
  const pendingWrites = new Map<string, { parts: () => Iterable<string>; cancel: () => void }>();
  /** When the last write of each record began, and when the next one may. */
  const writes = new Map<string, { begunAt: number; notBefore: number }>();
  const writing = new Map<string, Promise<void>>();
  let closed = false;

  function meet(problem: StoreProblem, doing: string): void {
    if (trouble?.problem === problem) return;
    log.warn({ problem, doing }, 'cannot write to the data directory; data will not survive a restart');
    trouble = { problem, since: trouble?.since ?? clock.now() };
  }

  function failed(error: unknown, doing: string): void {
    if (lasting === null) meet(error instanceof StoreError ? error.problem : 'other', doing);
  }

  if (setAside) log.warn({}, 'the data file was unusable; it was renamed and a new one created');
  if (lasting !== null) meet(lasting, 'open');

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
    const begunAt = clock.monotonic();
    try {
      await store.write(key, pending.parts());
      if (trouble !== null && lasting === null) {
        trouble = null;
        log.info({}, 'the data directory is writable again');
      }
    } catch (error) {
      failed(error, 'write');
    }
    const tookMs = clock.monotonic() - begunAt;
    writes.set(key, { begunAt, notBefore: clock.monotonic() + tookMs / WRITING_SHARE });
  }

  return {
    async load(key, parse) {
      let record: readonly string[] | null;
      try {
        record = await store.read(key);
      } catch (error) {
        failed(error, 'read');
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
    save(key, make, everyMs = 0) {
      if (closed) return;
      const before = pendingWrites.get(key);
      if (before) {
        pendingWrites.set(key, { ...before, parts: make });
        return;
      }
      const last = writes.get(key);
      const from = last ? Math.max(last.notBefore, last.begunAt + everyMs) : 0;
      const inMs = Math.max(0, from - clock.monotonic());
      pendingWrites.set(key, { parts: make, cancel: clock.after(inMs, () => void write(key)) });
    },
    flush: (key) => (pendingWrites.has(key) ? write(key) : (writing.get(key) ?? Promise.resolve())),
    remove(key) {
      pendingWrites.get(key)?.cancel();
      pendingWrites.delete(key);
      store.remove(key).catch((error: unknown) => failed(error, 'remove'));
    },
    async trim(prefix, keep) {
      try {
        for (const key of (await store.keys(prefix)).slice(keep)) await store.remove(key);
      } catch (error) {
        failed(error, 'trim');
      }
    },
    trouble: () => trouble,
    setAside,
    async close() {
      closed = true;
      await Promise.all([...pendingWrites.keys()].map(write));
      await store.close().catch((error: unknown) => failed(error, 'close'));
    },
  };
}
