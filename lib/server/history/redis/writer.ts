import 'server-only';
import type { Clock } from '../../clock.ts';
import type { Lease } from '../../shared/leadership.ts';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import type { Command } from '../../shared/redis/scripts.ts';
import { RefusedWriteError } from '../refused-write.ts';
import type { Mark } from './mark.ts';
import { storedEntry } from './monitor-entry.ts';
import { setFields } from './set-fields.ts';
import { loadWriter, storedNumbers, type WriterState } from './writer-state.ts';

/** Commands that are applied together, and what readers are told from then on; null: what they were told before. */
export interface Step {
  commands: Command[];
  mark: Mark | null;
}

/** Writes to the history, one step at a time. */
export interface Writer {
  /** Reads the state anew. */
  load(): Promise<WriterState>;
  /**
   * Applies what `build` returns for the present state, which it may change; null: nothing.
   *
   * @returns whether something was applied
   * @throws RefusedWriteError; the errors of `loadWriter` and `build`. After any of them the state must be loaded
   */
  write(build: (state: WriterState) => Step | null | Promise<Step | null>): Promise<boolean>;
}

/**
 * Only a replica that leads can write, and only on top of what it knows. So no write is applied twice, or after one that it
 * does not know of.
 *
 * @param parts.onMark receives each mark that was written
 */
export function createWriter(parts: {
  channel: HistoryChannel;
  lease: Lease;
  clock: Clock;
  onMark: (mark: Mark) => void;
}): Writer {
  const { channel, lease, clock, onMark } = parts;
  let current: WriterState | null = null;
  let mustLoad = false;
  let working: Promise<unknown> = Promise.resolve();

  function exclusive<T>(run: () => Promise<T>): Promise<T> {
    const result = working.then(run);
    working = result.catch(() => {});
    return result;
  }

  async function write(build: Parameters<Writer['write']>[0]): Promise<boolean> {
    const term = lease.term();
    if (term === null) throw new RefusedWriteError('replaced');
    if (mustLoad) throw new RefusedWriteError('conflict');
    const state = current ?? (await loadWriter(channel, clock.now()));
    [current, mustLoad] = [null, true];
    const step = await build(state);
    if (step !== null) await apply(term, state, step);
    [current, mustLoad] = [state, false];
    return step !== null;
  }

  async function apply(term: number, state: WriterState, step: Step): Promise<void> {
    const revision = Math.max(state.revision + 1, clock.now());
    const changed = step.mark ?? (state.isNew ? state.mark : null);
    const mark = changed && { ...changed, revision };
    const reply = await channel.write({
      term,
      expected: state.revision,
      revision,
      mark: mark && JSON.stringify(mark),
      next: storedNumbers(state.numbers),
      commands: [...entryCommands(state), ...step.commands],
    });
    if (reply !== 'written') throw new RefusedWriteError(reply === 'refused' ? 'replaced' : 'conflict');
    state.revision = revision;
    state.changed.clear();
    state.isNew = false;
    if (mark === null) return;
    state.mark = mark;
    onMark(mark);
  }

  lease.onChange(() => {
    // Frees the memory; a step that is being written notices by itself.
    if (lease.term() !== null) return;
    void exclusive(async () => {
      [current, mustLoad] = [null, true];
    });
  });
  return {
    load: () =>
      exclusive(async () => {
        current = await loadWriter(channel, clock.now());
        mustLoad = false;
        return current;
      }),
    write: (build) => exclusive(() => write(build)),
  };
}

/** Bytes that Redis takes for a monitor without its changes and slots, approximately. */
const MONITOR_BYTES = 1400;

/** The commands that store what has changed about monitors. */
function entryCommands({ keys, monitors, changed }: WriterState): Command[] {
  const fields = [...changed].flatMap((uuid) => {
    const entry = monitors.get(uuid);
    return entry ? [uuid, storedEntry(entry)] : [];
  });
  const size = ['HSET', keys.sizes, 'monitors', String(monitors.size * MONITOR_BYTES)];
  return changed.size === 0 ? [] : [...setFields(keys.monitors, fields), size];
}
