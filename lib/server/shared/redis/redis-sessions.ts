import 'server-only';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ABSOLUTE_S, IDLE_S, type Sessions, type SessionUser } from '../../access/sessions.ts';
import type { Clock } from '../../clock.ts';
import { FailureError, isFailure } from '../../errors.ts';
import { parseJson } from '../../parse-json.ts';
import { wallTime } from '../../store/wall-time-schema.ts';
import type { Connection } from './connection.ts';
import type { Events } from './events.ts';
import type { Keys } from './keys.ts';

/** How long a replica trusts what it knows of a session while Redis can be reached. A message ends it earlier. */
const TRUSTED_MS = 5_000;
/** The same while Redis cannot be reached. */
const TRUSTED_ALONE_MS = 60_000;
/** Maximum number of sessions that a replica remembers. */
const REMEMBERED_MAX = 10_000;

const storedSchema = z
  .object({
    version: z.literal(1),
    name: z.string().nullable(),
    idToken: z.string().optional(),
    openedAt: wallTime,
  })
  .transform(({ name, idToken, openedAt }) => ({
    user: { name, ...(idToken === undefined ? {} : { idToken }) } satisfies SessionUser,
    openedAt,
  }));

interface Remembered {
  user: SessionUser;
  openedAt: number;
  /** When Redis has last confirmed it, monotonic ms of the process. */
  confirmedAt: number;
  /** Whether it must be confirmed again although it was a moment ago, because messages may have been lost. */
  isDoubtful: boolean;
}

/**
 * The sessions of all replicas, in Redis. Their names there are hashes of their ids, so that nobody who reads Redis can use
 * them.
 *
 * @param parts.clock shared by all replicas; @param parts.own the process's own
 * @param parts.realm how users sign in: with another password or provider no earlier session is found
 */
export function createRedisSessions(parts: {
  connection: Connection;
  keys: Keys;
  events: Events;
  clock: Clock;
  own: Clock;
  realm: string;
  randomId: () => string;
  log: Pick<Logger, 'warn'>;
}): Sessions {
  const { connection, keys, events, clock, own, realm, randomId, log } = parts;
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_MAX });
  const nameOf = (id: string) => hash('sha256', `${realm} ${id}`, 'base64url');
  const keyOf = (name: string) => keys.session + name;
  const leftMs = (openedAt: number) => Math.min(IDLE_S * 1000, openedAt + ABSOLUTE_S * 1000 - clock.now());

  /** Sessions whose end is known here, perhaps while they were being read. */
  const ended = new LRUCache<string, true>({ max: REMEMBERED_MAX });
  /** Those of them that must still be deleted from Redis, which could not be reached. */
  const undeleted = new Set<string>();

  function forget(name: string): void {
    ended.set(name, true);
    remembered.delete(name);
  }

  events.on('signed_out', ({ session }) => forget(session));
  connection.onChange((isUp) => {
    if (!isUp) return;
    for (const session of remembered.values()) session.isDoubtful = true;
    // Those that fail are deleted after the next outage.
    for (const name of undeleted) void deleteSession(name).catch(() => undefined);
  });

  /** Deletes a session from Redis, and tells the other replicas. @returns what was stored of it; null: nothing */
  async function deleteSession(name: string): Promise<string | null> {
    undeleted.add(name);
    const text = await connection.run((client) => client.getDel(keyOf(name)));
    undeleted.delete(name);
    events.send({ kind: 'signed_out', session: name });
    return text;
  }

  let hasWarned = false;
  function warn(): void {
    if (!hasWarned) log.warn({ record: 'session' }, 'left a shared record of another version alone');
    hasWarned = true;
  }

  /** Reads a session and counts it as used. */
  async function read(name: string): Promise<Remembered | null> {
    const text = await connection.run((client) => client.get(keyOf(name)));
    if (text === null) return null;
    const session = parse(text);
    if (session === null) {
      warn();
      // Another replica can read it: the user is neither admitted nor asked to sign in again.
      throw new FailureError({ code: 'shared_state_unreachable' });
    }
    const { user, openedAt } = session;
    const left = leftMs(openedAt);
    if (left <= 0) return null;
    const isOpen = await connection.run((client) => client.pExpire(keyOf(name), Math.ceil(left)));
    return isOpen === 0 || ended.has(name)
      ? null
      : { user, openedAt, confirmedAt: own.monotonic(), isDoubtful: false };
  }

  return {
    async open(user) {
      const id = randomId();
      const openedAt = clock.now();
      const text = JSON.stringify({ version: 1, ...user, openedAt });
      const expiration = { type: 'PX', value: IDLE_S * 1000 } as const;
      await connection.run((client) => client.set(keyOf(nameOf(id)), text, { expiration }));
      return id;
    },
    async use(id) {
      const name = nameOf(id);
      if (ended.has(name)) return null;
      const known = remembered.get(name);
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : own.monotonic() - known.confirmedAt;
      if (known && !known.isDoubtful && ageMs < TRUSTED_MS) return known.user;
      try {
        const session = await read(name);
        if (session === null) remembered.delete(name);
        else remembered.set(name, session);
        return session?.user ?? null;
      } catch (error) {
        if (known && isFailure(error) && ageMs < TRUSTED_ALONE_MS) return known.user;
        throw error;
      }
    },
    async end(id) {
      const name = nameOf(id);
      const known = remembered.get(name)?.user ?? null;
      // Here at once, so that nothing that is under way opens it again.
      forget(name);
      try {
        const text = await deleteSession(name);
        // It has ended, also if it cannot be read: then only the provider's own session stays open.
        return text === null ? null : (parse(text)?.user ?? null);
      } catch (error) {
        if (isFailure(error)) return known;
        throw error;
      }
    },
  };
}

/** @returns null for a session of another version of Sightline */
function parse(text: string): z.infer<typeof storedSchema> | null {
  return storedSchema.safeParse(parseJson(text)).data ?? null;
}
