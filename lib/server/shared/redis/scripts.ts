import 'server-only';
import { defineScript } from '@redis/client';
import { z } from 'zod';

/*
 * The steps that must be atomic, in Lua. All keys are in one hash slot (keys.ts). Times are milliseconds of the Redis
 * server's clock.
 */

const now = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Numbers that only grow, also when Redis comes back with old data or none: each is at least the present time. They are
 * kept as texts of digits, because Lua would write such a large number in another form.
 */
const nextNumber = `${now}
  local function nextNumber(last) return string.format('%.0f', math.max(tonumber(last or '0') + 1, now)) end
`;

/** What nobody has written to for this time is deleted: a key of the API that is no longer used leaves nothing behind. */
export const FORGOTTEN_MS = 30 * 86_400_000;

/** Returns the arguments of a script as Redis expects them. */
type Parser = Parameters<Parameters<typeof defineScript>[0]['parseCommand']>[0];

/**
 * Takes the lease if nobody holds it, or prolongs it if the caller does.
 *
 * @returns the number of the caller's term; 0 when another replica leads
 */
const holdLease = defineScript({
  NUMBER_OF_KEYS: 2,
  SCRIPT: `${nextNumber}
    local function beginTerm()
      redis.call('SET', KEYS[2], nextNumber(redis.call('GET', KEYS[2])), 'PX', ${FORGOTTEN_MS})
      return tonumber(redis.call('GET', KEYS[2]))
    end
    if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return beginTerm() end
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    redis.call('PEXPIRE', KEYS[2], ${FORGOTTEN_MS})
    return tonumber(redis.call('GET', KEYS[2])) or beginTerm()`,
  parseCommand(parser: Parser, keys: { lease: string; term: string }, replica: string, ttlMs: number) {
    parser.pushKeys([keys.lease, keys.term]);
    parser.push(replica, String(ttlMs));
  },
  transformReply: (reply: unknown) => z.number().parse(reply),
});

/** Deletes a lease or lock if the caller holds it. */
const releaseLease = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`,
  parseCommand(parser: Parser, lease: string, holder: string) {
    parser.pushKey(lease);
    parser.push(holder);
  },
  transformReply: () => undefined,
});

/** Appends a part to a body that is not published yet. Unless it is published, it is deleted after `ttlMs`. */
const appendPart = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `redis.call('RPUSH', KEYS[1], ARGV[1]) redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
  parseCommand(parser: Parser, body: string, part: Buffer, ttlMs: number) {
    parser.pushKey(body);
    parser.push(part, String(ttlMs));
  },
  transformReply: () => undefined,
});

/** Values that `replacePublication` returns in place of a sequence number. */
export const REFUSED = 0;
export const BODY_MISSING = -1;

/**
 * Replaces the publication, unless a later term than the caller's has begun. The new body stays, the old one is kept
 * for a minute for replicas that are reading it.
 *
 * @returns the sequence number of the publication; `REFUSED`; `BODY_MISSING` when the body does not have all its parts
 */
const replacePublication = defineScript({
  NUMBER_OF_KEYS: 4,
  SCRIPT: `${nextNumber}
    if redis.call('GET', KEYS[2]) ~= ARGV[1] then return ${REFUSED} end
    local body = ARGV[3]
    if body ~= '' and redis.call('LLEN', KEYS[3] .. body) ~= tonumber(ARGV[5]) then return ${BODY_MISSING} end
    local old = redis.call('HGET', KEYS[1], 'body')
    if old and old ~= '' and old ~= body then redis.call('PEXPIRE', KEYS[3] .. old, 60000) end
    if body ~= '' then redis.call('PEXPIRE', KEYS[3] .. body, ${FORGOTTEN_MS}) end
    local sequence = nextNumber(redis.call('HGET', KEYS[1], 'sequence'))
    redis.call('HSET', KEYS[1], 'status', ARGV[2], 'body', body, 'sequence', sequence)
    redis.call('PEXPIRE', KEYS[1], ${FORGOTTEN_MS})
    redis.call('PUBLISH', KEYS[4], ARGV[4])
    return tonumber(sequence)`,
  parseCommand(
    parser: Parser,
    keys: { publication: string; term: string; body: string; events: string },
    values: { term: number; status: string; body: string; parts: number; message: string },
  ) {
    parser.pushKeys([keys.publication, keys.term, keys.body, keys.events]);
    parser.push(String(values.term), values.status, values.body, values.message, String(values.parts));
  },
  transformReply: (reply: unknown) => z.number().parse(reply),
});

const budgetReply = z
  .tuple([z.number(), z.number(), z.number(), z.nullish(z.string())])
  .transform(([isWritten, now, version, state]) => ({
    isWritten: isWritten === 1,
    now,
    version,
    state: state ?? null,
  }));

/** The shared state of the quota: its version counts the changes. `now`: when it was read. */
export type BudgetReply = z.infer<typeof budgetReply>;

/** What a replica writes to the budget. */
export interface BudgetWrite {
  /** The version that it replaces; -1: nothing is written. */
  version: number;
  state: string;
  /** For all replicas; empty: none. */
  message: string;
  /** Whether to wait in the queue of writers if another replica was faster. */
  joinsQueue: boolean;
}

/** A replica is removed from the queue of writers after this time, because it was stopped or has ended. */
const QUEUED_MS = 50;

/**
 * Replaces the state of the quota if its version is the expected one and no other replica is first in the queue of writers.
 * A replica leaves the queue when it writes, or only reads.
 *
 * @returns the state in Redis and its version after that; without the state when it was written
 */
const swapBudget = defineScript({
  NUMBER_OF_KEYS: 3,
  SCRIPT: `${nextNumber}
    local version = redis.call('HGET', KEYS[1], 'version') or '0'
    redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ${QUEUED_MS})
    -- Of before the clock was set back.
    redis.call('ZREMRANGEBYSCORE', KEYS[3], '(' .. now, '+inf')
    local first = redis.call('ZRANGE', KEYS[3], 0, 0)[1] or ARGV[4]
    if version ~= ARGV[1] or first ~= ARGV[4] then
      if ARGV[5] == '1' then
        redis.call('ZADD', KEYS[3], 'NX', now, ARGV[4])
        redis.call('PEXPIRE', KEYS[3], ${QUEUED_MS})
      elseif ARGV[1] == '-1' then redis.call('ZREM', KEYS[3], ARGV[4]) end
      return {0, now, tonumber(version), redis.call('HGET', KEYS[1], 'state')}
    end
    redis.call('ZREM', KEYS[3], ARGV[4])
    local next = nextNumber(version)
    redis.call('HSET', KEYS[1], 'version', next, 'state', ARGV[2])
    redis.call('PEXPIRE', KEYS[1], ${FORGOTTEN_MS})
    if ARGV[3] ~= '' then redis.call('PUBLISH', KEYS[2], ARGV[3]) end
    return {1, now, tonumber(next)}`,
  parseCommand(
    parser: Parser,
    keys: { budget: string; events: string; budgetQueue: string },
    replica: string,
    values: BudgetWrite,
  ) {
    parser.pushKeys([keys.budget, keys.events, keys.budgetQueue]);
    parser.push(String(values.version), values.state, values.message, replica, values.joinsQueue ? '1' : '0');
  },
  transformReply: (reply: unknown) => budgetReply.parse(reply),
});

/** A command for Redis: its name and arguments. */
export type Command = readonly (string | Buffer)[];

/** Values that `recordHistory` returns in place of 1. */
export const CONFLICT = -1;

/**
 * Applies commands to the history, all or none: none if a later term than the caller's has begun, or if the history is not
 * in the state in which the caller knows it. The latter happens when Redis has restored other data, and when an earlier
 * write of the caller was carried out after the caller had given it up.
 *
 * @returns 1; `REFUSED` by the term; `CONFLICT` by the state
 */
const recordHistory = defineScript({
  NUMBER_OF_KEYS: 3,
  // The first write is one that Redis refuses when its memory is full, so that it then refuses all of them.
  SCRIPT: `
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return ${REFUSED} end
    if (redis.call('HGET', KEYS[2], 'revision') or '0') ~= ARGV[2] then return ${CONFLICT} end
    redis.call('HSET', KEYS[2], 'revision', ARGV[3], 'next', ARGV[6])
    redis.call('PEXPIRE', KEYS[2], ${FORGOTTEN_MS})
    if ARGV[4] ~= '' then redis.call('HSET', KEYS[2], 'mark', ARGV[4]) end
    local n = 7
    while n <= #ARGV do
      local last = n + ARGV[n]
      redis.call(unpack(ARGV, n + 1, last))
      n = last + 1
    end
    if ARGV[4] ~= '' then redis.call('PUBLISH', KEYS[3], ARGV[5]) end
    return 1`,
  parseCommand(
    parser: Parser,
    keys: { term: string; history: string; events: string },
    values: HistoryWrite & { message: string },
  ) {
    parser.pushKeys([keys.term, keys.history, keys.events]);
    parser.push(String(values.term), String(values.expected), String(values.revision));
    parser.push(values.mark ?? '', values.message, values.next);
    for (const command of values.commands) parser.push(String(command.length), ...command);
  },
  transformReply: (reply: unknown) => z.number().parse(reply),
});

/** A write to the history. The numbers of revisions only grow. */
export interface HistoryWrite {
  term: number;
  /** The revision that the caller knows; 0: there is no history. */
  expected: number;
  /** The next one. */
  revision: number;
  /** What readers are told of the history from now on; null: what they were told before. */
  mark: string | null;
  /** What the next writer must know of the numbers that were given. */
  next: string;
  commands: readonly Command[];
}

const heartbeatReply = z
  .tuple([z.number(), z.array(z.string()), z.number(), z.number(), z.number(), z.string()])
  .transform(([now, replicas, viewers, sequence, budgetVersion, historyMark]) => ({
    now,
    replicas,
    viewers,
    sequence,
    budgetVersion,
    historyMark: historyMark === '' ? null : historyMark,
  }));

/**
 * Registers the caller as running and its viewers as present.
 *
 * @returns the time, the registrations of all running replicas, the number of viewers, the sequence number of the last
 *   publication, the version of the budget and the mark of the history
 */
const heartbeat = defineScript({
  NUMBER_OF_KEYS: 5,
  SCRIPT: `${now}
    redis.call('HSET', KEYS[1], ARGV[1], now .. ' ' .. ARGV[2])
    local replicas = {}
    local all = redis.call('HGETALL', KEYS[1])
    for n = 1, #all, 2 do
      local at, registration = string.match(all[n + 1], '^(%d+) (.*)$')
      if not at or now - tonumber(at) > tonumber(ARGV[3]) then redis.call('HDEL', KEYS[1], all[n])
      else replicas[#replicas + 1] = registration end
    end
    for n = 5, #ARGV do redis.call('ZADD', KEYS[2], now, ARGV[n]) end
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - tonumber(ARGV[4]))
    for n = 1, 2 do redis.call('PEXPIRE', KEYS[n], ${FORGOTTEN_MS}) end
    return {now, replicas, redis.call('ZCARD', KEYS[2]),
      tonumber(redis.call('HGET', KEYS[3], 'sequence') or '0'),
      tonumber(redis.call('HGET', KEYS[4], 'version') or '0'),
      redis.call('HGET', KEYS[5], 'mark') or ''}`,
  parseCommand(
    parser: Parser,
    keys: { replicas: string; viewers: string; publication: string; budget: string; history: string },
    values: { replica: string; registration: string; absentMs: number; viewerMs: number; viewers: string[] },
  ) {
    parser.pushKeys([keys.replicas, keys.viewers, keys.publication, keys.budget, keys.history]);
    parser.push(values.replica, values.registration, String(values.absentMs), String(values.viewerMs));
    parser.push(...values.viewers);
  },
  transformReply: (reply: unknown) => heartbeatReply.parse(reply),
});

export const scripts = {
  holdLease,
  releaseLease,
  appendPart,
  replacePublication,
  swapBudget,
  recordHistory,
  heartbeat,
};
