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

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A body whose publication failed is deleted after this time. */
const UNPUBLISHED_MS = 10 * 60_000;
/** Number of parts read with one command, so that none takes long. */
const PARTS_PER_READ = 8;

/** Publications in Redis: compressed parts under their own key, then status and name of the body in one step. */
export function createRedisPublications(parts: {
  connection: Connection;
  keys: Keys;
  lease: Lease;
  events: Events;
  heartbeat: Heartbeat;
  log: Pick<Logger, 'warn'>;
}): Publications {
  const { connection, keys, lease, events, heartbeat, log } = parts;
  /** Null while nobody would receive a publication. */
  let listener: ((publication: Publication) => Promise<void>) | null = null;
  let source: () => { status: string; body: Body | null } = () => ({ status: '{}', body: null });
  /** Sequence number of the last publication written or received; null when it must be received again. */
  let known: number | null = null;
  let hasChanged = false;
  let working: Promise<void> = Promise.resolve();
  let isWaiting = false;

  async function upload({ name, parts: texts }: Body): Promise<void> {
    const key = keys.body + name;
    await connection.run((client) => client.del(key));
    for (const text of texts()) {
      const compressed = await compress(text);
      await connection.run((client) => client.rPush(key, compressed));
    }
    await connection.run((client) => client.pExpire(key, UNPUBLISHED_MS));
  }

  async function write(term: number): Promise<void> {
    hasChanged = false;
    const { status, body } = source();
    if (body !== null && (await connection.run((client) => client.exists(keys.body + body.name))) === 0) {
      await upload(body);
    }
    const message = serializeMessage({ kind: 'published' });
    const values = { term, status, body: body?.name ?? '', message };
    const sequence = await connection.run((client) => client.replacePublication(keys, values));
    if (sequence > 0) known = sequence;
    else log.warn({ term }, 'a publication was refused, because another replica leads');
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
    return texts;
  }

  /** @returns whether there was one */
  async function receive(): Promise<boolean> {
    const { status, body, sequence } = await connection.run((client) => client.hGetAll(keys.publication));
    if (status === undefined || body === undefined) return false;
    if (Number(sequence) !== known) {
      await listener?.({ status, bodyName: body === '' ? null : body, readBody: () => readBody(body) });
      known = Number(sequence);
    }
    return true;
  }

  /** A replica that has begun to lead, or lost the connection, receives first, so that it replaces nothing newer. */
  async function exchange(): Promise<void> {
    if (listener === null) return;
    const term = lease.term();
    if (term === null) {
      await receive();
      hasChanged = false;
      return;
    }
    // Without a publication Redis is new, or has lost its data.
    if (known === null && !(await receive())) hasChanged = true;
    if (hasChanged) await write(term);
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

  function receiveAgain(): void {
    known = null;
    void exchangeSoon();
  }

  events.on('published', () => void exchangeSoon());
  heartbeat.onBeat(({ sequence }) => {
    // A leader whose publication is gone, because Redis lost its data, writes it again.
    const isLost = known === null || sequence < known;
    if (isLost) known = null;
    if (isLost || hasChanged || (sequence !== known && lease.term() === null)) void exchangeSoon();
  });
  connection.onChange((isUp) => {
    if (isUp) receiveAgain();
  });
  lease.onChange(receiveAgain);
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
  };
}
