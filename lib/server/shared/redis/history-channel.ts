import 'server-only';
import type { Connection } from './connection.ts';
import { type Events, serializeMessage } from './events.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Keys } from './keys.ts';
import { CONFLICT, type HistoryWrite, REFUSED } from './scripts.ts';

/** The access of the observed history to Redis. It has a layout of its own, which history/redis defines. */
export interface HistoryChannel {
  /** The name of the key with this name in the history. */
  keyOf(name: string): string;
  /** See `Connection`. */
  run: Connection['run'];
  /**
   * Applies commands, all or none.
   *
   * @returns `refused`: another replica leads; `conflict`: the history is not in the expected state
   * @throws FailureError `shared_state_unreachable`: it is not known whether they were applied
   */
  write(values: HistoryWrite): Promise<'written' | 'refused' | 'conflict'>;
  /** Reads the revision, the mark and the field `next` of the history. */
  readHead(): Promise<{ revision: number; mark: string | null; next: string | null }>;
  /**
   * Adds a function that receives the mark of the history, in the order in which Redis has shown it: soon after it has
   * changed, and with each heartbeat. Null: there is none.
   */
  onMark(listener: (mark: string | null) => void): void;
  /** Since when Redis cannot be reached, epoch ms; null while it can. */
  downSince: Connection['downSince'];
}

export function createHistoryChannel(parts: {
  connection: Connection;
  keys: Keys;
  events: Events;
  heartbeat: Heartbeat;
}): HistoryChannel {
  const { connection, keys, events, heartbeat } = parts;
  const message = serializeMessage({ kind: 'recorded' });
  return {
    keyOf: (name) => `${keys.history}:${name}`,
    run: connection.run,
    async write(values) {
      const reply = await connection.run((client) => client.recordHistory(keys, { ...values, message }));
      if (reply === REFUSED) return 'refused';
      return reply === CONFLICT ? 'conflict' : 'written';
    },
    async readHead() {
      const [revision, mark, next] = await connection.run((client) =>
        client.hmGet(keys.history, ['revision', 'mark', 'next']),
      );
      return { revision: Number(revision ?? 0), mark: mark ?? null, next: next ?? null };
    },
    onMark(listener) {
      heartbeat.onBeat(({ historyMark }) => listener(historyMark));
      // The mark is not part of the message, because messages and replies have no common order.
      events.on('recorded', () => {
        connection.run((client) => client.hGet(keys.history, 'mark')).then(listener, () => {});
      });
    },
    downSince: connection.downSince,
  };
}
