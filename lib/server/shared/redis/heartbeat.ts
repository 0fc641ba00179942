import 'server-only';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { isFailure } from '../../errors.ts';
import { parseJson } from '../../parse-json.ts';
import { STATE_VERSION } from '../../quota/stored-state.ts';
import type { LocalViewers, Replicas } from '../replicas.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { SharedClock } from './shared-clock.ts';

/** What a heartbeat shows of the shared state. */
export interface Beat {
  /** The sequence number of the last publication; 0 when there is none. */
  sequence: number;
  budgetVersion: number;
  /** Whether a replica may run that writes the budget in a form that this one cannot read. */
  isLaterRunning: boolean;
  /** The last time at which a user of another replica has requested that the list be read, epoch ms; 0: not lately. */
  askedAt: number;
  /** What the leader has recorded of the history, see `HistoryChannel`; null: nothing. */
  historyMark: string | null;
}

export interface Heartbeat {
  replicas: Replicas;
  /** Adds a function that is called after each heartbeat. */
  onBeat(listener: (beat: Beat) => void): void;
  /** Tells the others that a user requests that the list be read. @param at epoch ms of the shared clock */
  ask(at: number): void;
  start(): void;
  stop(): void;
}

const BEAT_MS = 1_000;
/** A replica without a heartbeat for this long is not counted any more. */
const ABSENT_MS = 5_000;
/** A viewer without a request for this time counts as absent (quota design, "Admission"). */
const VIEWER_MS = 120_000;

/**
 * `askedAt`: when a user of the replica has last requested that the list be read, epoch ms of the shared clock.
 * `budgetFormat`: the version of the form in which it writes the budget; version 1.0.0 does not tell it.
 */
const registrationSchema = z.object({
  name: z.string(),
  wantedS: z.number().nullable(),
  askedAt: z.number().nullish(),
  budgetFormat: z.number().nullish(),
});
type Registration = z.infer<typeof registrationSchema>;

/**
 * Tells the other replicas each second that this one runs and what its viewers want, and learns the same of them, the
 * time, and whether there is something new. It notices what a lost message would have told.
 *
 * @param parts.own the process's own clock
 */
export function createHeartbeat(parts: {
  connection: Connection;
  keys: Keys;
  own: Clock;
  shared: SharedClock;
  name: string;
  log: Pick<Logger, 'warn'>;
}): Heartbeat {
  const { connection, keys, own, shared, name, log } = parts;
  const listeners: ((beat: Beat) => void)[] = [];
  let local: () => LocalViewers = () => ({ wantedS: null, seen: [] });
  let others: { count: number; viewers: number; wantedS: number | null } | null = null;
  let onViewersChanged = () => {};
  let askedAt: number | null = null;
  let cancelTimer = () => {};
  let isStopped = false;

  async function beat(): Promise<void> {
    const sentAt = own.monotonic();
    const { wantedS, seen } = local();
    const values = {
      replica: name,
      registration: JSON.stringify({
        ...{ name, wantedS, askedAt },
        budgetFormat: STATE_VERSION,
      } satisfies Registration),
      absentMs: ABSENT_MS,
      viewerMs: VIEWER_MS,
      viewers: [...seen],
    };
    const reply = await connection.probe((client) => client.heartbeat(keys, values));
    shared.adjust(reply.now, sentAt);
    const parsed = reply.replicas.flatMap(parseRegistration);
    const registrations = parsed.filter((other) => other.name !== name);
    const isLaterRunning =
      parsed.length < reply.replicas.length ||
      parsed.some(({ budgetFormat }) => (budgetFormat ?? 0) > STATE_VERSION);
    const wanted = registrations.flatMap((other) => (other.wantedS === null ? [] : [other.wantedS]));
    const before = others;
    others = {
      count: registrations.length,
      viewers: reply.viewers,
      wantedS: wanted.length === 0 ? null : Math.min(...wanted),
    };
    if (before?.wantedS !== others.wantedS || before?.viewers !== others.viewers) onViewersChanged();
    const asked = Math.max(0, ...registrations.map((other) => other.askedAt ?? 0));
    for (const listener of listeners) listener({ ...reply, askedAt: asked, isLaterRunning });
  }

  async function run(): Promise<void> {
    try {
      await beat();
    } catch (error) {
      // A failure is reported by the connection.
      if (!isFailure(error)) log.warn({ err: error }, 'a heartbeat could not be processed');
    }
    if (!isStopped) cancelTimer = own.after(BEAT_MS, () => void run());
  }

  return {
    replicas: {
      name,
      count: () => 1 + (others?.count ?? 0),
      viewers: () => others && { count: others.viewers, wantedS: others.wantedS },
      announce(viewers) {
        local = viewers;
      },
      onViewersChanged(listener) {
        onViewersChanged = listener;
      },
      sharedState: () => (connection.downSince() === null ? 'up' : 'down'),
    },
    onBeat: (listener) => listeners.push(listener),
    ask(at) {
      askedAt = at;
    },
    start: () => void run(),
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}

/** Registrations of later versions may look different: such a replica is not counted. */
function parseRegistration(text: string) {
  const parsed = registrationSchema.safeParse(parseJson(text));
  return parsed.success ? [parsed.data] : [];
}
