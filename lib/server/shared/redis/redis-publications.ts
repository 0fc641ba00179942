import 'server-only';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { RESP_TYPES } from '@redis/client';
import type { Logger } from 'pino';
import { FailureError, isFailure } from '../../errors.ts';
import type { Lease } from '../leadership.ts';
import type { Body, Publication, Publications } from '../publications.ts';
import type { Connection } from './connection.ts';
import { type Events, serializeMessage } from './events.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Keys } from './keys.ts';
import { BODY_MISSING, REFUSED } from './scripts.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A body whose publication failed is deleted after this time. */
const UNPUBLISHED_MS = 10 * 60_000;
/** Number of parts read with one command, so that none takes long. */
const PARTS_PER_READ = 8;

export interface RedisPublications extends Publications {
  /** Whether another version of Sightline has published, in a form that this one cannot read. */
  isForeign(): boolean;
}

/** Publications in Redis: compressed parts under their own key, then status and name of the body in one step. */
export function createRedisPublications(parts: {
  connection: Connection;
  keys: Keys;
  lease: Lease;
  events: Events;
  heartbeat: Heartbeat;
  log: Pick<Logger, 'warn'>;
}): RedisPublications {
  const { connection, keys, lease, events, heartbeat, log } = parts;
  /** Null while nobody would receive a publication. */
  let listener: ((publication: Publication) => Promise<'adopted' | 'foreign'>) | null = null;
  let source: () => { status: string; body: Body | null } = () => ({ status: '{}', body: null });
  /** Sequence number of the last publication written or received; null when that must be found out. */
  let known: number | null = null;
  /** The greatest of them. A smaller one is of old data that Redis has restored. */
  let newest = 0;
  /** The body in Redis that is known to be complete. */
  let stored: { name: string; parts: number } | null = null;
  let isForeign = false;
  let hasChanged = false;
  let working: Promise<void> = Promise.resolve();
  let isWaiting = false;

  function learn(sequence: number): void {
    known = sequence;
    newest = Math.max(newest, sequence);
  }

  async function upload({ name, parts: texts }: Body): Promise<void> {
    const key = keys.body + name;
    await connection.run((client) => client.del(key));
    let count = 0;
    for (const text of texts()) {
      const compressed = await compress(text);
      await connection.run((client) => client.appendPart(key, compressed, UNPUBLISHED_MS));
      count += 1;
    }
    stored = { name, parts: count };
  }

  async function write(term: number): Promise<void> {
    hasChanged = false;
    const { status, body } = source();
    if (body !== null && stored?.name !== body.name) await upload(body);
    const message = serializeMessage({ kind: 'published' });
    const count = body === null ? 0 : (stored?.parts ?? 0);
    const values = { term, status, body: body?.name ?? '', parts: count, message };
    const sequence = await connection.run((client) => client.replacePublication(keys, values));
    if (sequence === REFUSED) {
      log.warn({ term }, 'a publication was refused, because another replica leads');
    } else if (sequence === BODY_MISSING) {
      stored = null;
      hasChanged = true;
      void exchangeSoon();
    } else {
      learn(sequence);
    }
  }

  async function readBody(name: string): Promise<readonly string[]> {
    const texts: string[] = [];
    for (let first = 0; ; first += PARTS_PER_READ) {
      const compressed = await connection.run((client) =>
        client
          .withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
          .lRange(keys.body + name, first, first + PARTS_PER_READ - 1),
      );
      for (const part of compressed) texts.push((await decompress(part)).toString('utf8'));
      if (compressed.length < PARTS_PER_READ) break;
    }
    // A new publication has replaced it.
    if (texts.length === 0) throw new FailureError({ code: 'shared_state_unreachable' });
    stored = { name, parts: texts.length };
    return texts;
  }

  /** Passes the publication on, unless it is known, or older than what is known: Redis has restored old data then. */
  async function receive(): Promise<void> {
    const {
      status,
      body,
      sequence: text,
    } = await connection.run((client) => client.hGetAll(keys.publication));
    const sequence = Number(text);
    if (status === undefined || body === undefined || sequence === known) return;
    // Set first, so that a heartbeat with a later number is not missed meanwhile.
    known = sequence;
    if (sequence < newest) return;
    try {
      const bodyName = body === '' ? null : body;
      isForeign = (await listener?.({ status, bodyName, readBody: () => readBody(body) })) === 'foreign';
      newest = sequence;
    } catch (error) {
      known = null;
      throw error;
    }
  }

  /** A leader receives first, too: it may have begun to lead before it has received the last publication. */
  async function exchange(): Promise<void> {
    if (listener === null) return;
    await receive();
    const term = lease.term();
    const isLost = known === null || known < newest;
    if (term !== null && (hasChanged || isLost)) await write(term);
    hasChanged &&= term !== null;
  }

  /** Runs `exchange`, one at a time, and at most once more for any number of calls meanwhile. */
  function exchangeSoon(): Promise<void> {
    if (isWaiting) return working;
    isWaiting = true;
    working = working.then(async () => {
      isWaiting = false;
      try {
        await exchange();
      } catch (error) {
        hasChanged = true;
        // While Redis cannot be reached, the next heartbeat tries again.
        if (!isFailure(error)) log.warn({ err: error }, 'a publication could not be read or written');
      }
    });
    return working;
  }

  events.on('published', () => void exchangeSoon());
  heartbeat.onBeat(({ sequence }) => {
    // Another number than the own: somebody has published, or Redis has lost its data, which a leader writes again.
    if (sequence !== known) known = null;
    if (known === null || hasChanged) void exchangeSoon();
  });
  connection.onChange((isUp) => {
    if (isUp) void exchangeSoon();
  });
  lease.onChange(() => void exchangeSoon());
  return {
    setSource(next) {
      source = next;
    },
    publish() {
      hasChanged = true;
      if (lease.term() !== null) void exchangeSoon();
    },
    onPublication(next) {
      listener = next;
      void exchangeSoon();
    },
    received: exchangeSoon,
    isForeign: () => isForeign,
  };
}
