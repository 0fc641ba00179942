import 'server-only';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { LocalViewers, Replicas } from '../replicas.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { SharedClock } from './shared-clock.ts';

/** What a heartbeat shows of the shared state. */
interface Beat {
  /** The sequence number of the last publication; 0 when there is none. */
  sequence: number;
  budgetVersion: number;
}

export interface Heartbeat {
  replicas: Replicas;
  /** Adds a function that is called after each heartbeat. */
  onBeat(listener: (beat: Beat) => void): void;
  start(): void;
  stop(): void;
}

const BEAT_MS = 1_000;
/** A replica without a heartbeat for this long is not counted any more. */
const ABSENT_MS = 5_000;
/** A viewer without a request for this time counts as absent (quota design, "Admission"). */
const VIEWER_MS = 120_000;

const registrationSchema = z.object({ name: z.string(), wantedS: z.number().nullable() });

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
}): Heartbeat {
  const { connection, keys, own, shared, name } = parts;
  const listeners: ((beat: Beat) => void)[] = [];
  let local: () => LocalViewers = () => ({ wantedS: null, seen: [] });
  let others: { count: number; viewers: number; wantedS: number | null } | null = null;
  let cancelTimer = () => {};
  let isStopped = false;

  async function beat(): Promise<void> {
    const sentAt = own.monotonic();
    const { wantedS, seen } = local();
    const values = {
      replica: name,
      registration: JSON.stringify({ name, wantedS }),
      absentMs: ABSENT_MS,
      viewerMs: VIEWER_MS,
      viewers: [...seen],
    };
    const reply = await connection.probe((client) => client.heartbeat(keys, values));
    shared.adjust(reply.now, sentAt);
    const registrations = reply.replicas.flatMap(parseRegistration).filter((other) => other.name !== name);
    const wanted = registrations.flatMap((other) => (other.wantedS === null ? [] : [other.wantedS]));
    others = {
      count: registrations.length,
      viewers: reply.viewers,
      wantedS: wanted.length === 0 ? null : Math.min(...wanted),
    };
    for (const listener of listeners) listener(reply);
  }

  async function run(): Promise<void> {
    // A failure is reported by the connection.
    await beat().catch(() => {});
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
      sharedState: () => (connection.downSince() === null ? 'up' : 'down'),
    },
    onBeat: (listener) => listeners.push(listener),
    start: () => void run(),
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}

/** Registrations of later versions may look different: such a replica is not counted. */
function parseRegistration(text: string) {
  const parsed = registrationSchema.safeParse(JSON.parse(text));
  return parsed.success ? [parsed.data] : [];
}
