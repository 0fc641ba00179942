import 'server-only';
import { once } from 'node:events';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';
import type { Clock } from '../clock.ts';
import { type Failure, FailureError, isFailure, upstreamFailureSchema } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { StorageError, toStorageFailure } from '../storage/storage-error.ts';
import { databaseNow, type Lease } from './lease.ts';
import { type Messages, notify } from './messages.ts';

/** The kinds of requests from a follower to the leader. */
type LeaderRequest = 'read_now' | 'detail';

/** Answers a request with JSON. @param parameters any text */
type LeaderHandler = (parameters: string) => Promise<unknown>;

export type LeaderRequests = Pick<ReturnType<typeof createLeaderRequests>, 'ask' | 'serve'>;

/** The maximum wait for an answer. It is longer than the wait of the leader's own callers. */
const WAIT_MS = 12_000;
/** The leader does not answer older requests, because their senders no longer wait. */
const ANSWERED_WITHIN_MS = 8_000;
const KEPT_MS = 60_000;
/** The interval of the queries for an answer. They are needed because its message can be lost. */
const POLL_MS = 1_000;
/** Maximum number of started requests that the leader remembers. */
const STARTED_MAX = 10_000;

const answerSchema = z.object({
  value: z.unknown(),
  failure: z.union([upstreamFailureSchema, z.object({ code: z.literal('internal') })]).nullable(),
});

/** Returns the time some milliseconds ago by the database server's clock, epoch ms. */
const msAgo = (ms: number) => sql<number>`${databaseNow} - ${ms}::bigint`;

/** Requests and answers in a table. */
export function createLeaderRequests(parts: {
  storage: Storage;
  lease: Lease;
  messages: Messages;
  own: Clock;
  log: Pick<Logger, 'warn'>;
}) {
  const { storage, lease, messages, own, log } = parts;
  const handlers = new Map<string, LeaderHandler>();
  const started = new LRUCache<number, true>({ max: STARTED_MAX });

  async function answer(id: number, kind: string, parameters: string): Promise<void> {
    const handler = handlers.get(kind);
    // A later version of Sightline sent it. A leader of that version may answer it.
    if (handler === undefined) return;
    const result: { value: unknown; failure: Failure | null } = { value: null, failure: null };
    try {
      result.value = await handler(parameters);
    } catch (error) {
      if (!isFailure(error)) log.warn({ err: error }, 'a request of another replica failed');
      result.failure = isFailure(error) ? error.failure : { code: 'internal' };
    }
    await storage.asLeader(async (trx) => {
      const request = trx.updateTable('request').where('id', '=', id);
      await request.set({ answer: JSON.stringify(result) }).execute();
      await notify(trx, 'answer');
    });
  }

  async function look(): Promise<void> {
    if (lease.term() === null) return;
    const open = await storage.asLeader(async (trx) => {
      await trx.deleteFrom('request').where('made_at', '<', msAgo(KEPT_MS)).execute();
      const recent = trx.selectFrom('request').where('made_at', '>', msAgo(ANSWERED_WITHIN_MS)).orderBy('id');
      return recent.where('answer', 'is', null).select(['id', 'kind', 'parameters']).execute();
    });
    for (const { id, kind, parameters } of open) {
      if (started.has(id)) continue;
      started.set(id, true);
      // Without an answer the other replica stops waiting.
      void answer(id, kind, parameters).catch(() => {});
    }
  }

  async function send(kind: LeaderRequest, parameters: string): Promise<number> {
    return storage.write(async (db) => {
      const inserted = db.insertInto('request').values({ kind, parameters, made_at: databaseNow });
      const { id } = await inserted.returning('id').executeTakeFirstOrThrow();
      await notify(db, 'request');
      return id;
    });
  }

  /** @returns the answer; null: there was none in time */
  async function waitFor(id: number): Promise<z.infer<typeof answerSchema> | null> {
    const deadline = own.monotonic() + WAIT_MS;
    while (own.monotonic() < deadline) {
      const timeout = new AbortController();
      own.after(POLL_MS, () => timeout.abort());
      // Listening begins before the query, so that no message is missed between them.
      const message = once(messages.received, 'answer', { signal: timeout.signal }).catch(() => {});
      const row = await storage.read((db) =>
        db.selectFrom('request').select('answer').where('id', '=', id).executeTakeFirst(),
      );
      if (row === undefined) return null;
      if (row.answer !== null) return answerSchema.parse(parseJson(row.answer));
      await message;
    }
    return null;
  }

  messages.received.on('request', () => void look().catch(() => {}));
  return {
    /** Answers waiting requests if this replica leads. Called regularly. */
    look,
    /** Sets the function that answers when this replica leads. */
    serve: (kind: LeaderRequest, handler: LeaderHandler): void => void handlers.set(kind, handler),
    /**
     * Resolves with the leader's answer.
     *
     * @throws FailureError of the leader; `no_leader` when none is known, or it does not answer; `storage_unreachable`
     */
    async ask(kind: LeaderRequest, parameters: string): Promise<unknown> {
      try {
        if (storage.unreachableSince() !== null) throw new StorageError('unreachable');
        const answered = lease.isHeld() ? await waitFor(await send(kind, parameters)) : null;
        if (answered === null) throw new FailureError({ code: 'no_leader' });
        if (answered.failure !== null) throw new FailureError(answered.failure);
        return answered.value;
      } catch (error) {
        throw toStorageFailure(error, 'postgresql');
      }
    },
  };
}
