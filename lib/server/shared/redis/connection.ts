import 'server-only';
import { createClient, ErrorReply } from '@redis/client';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { FailureError } from '../../errors.ts';
import { scripts } from './scripts.ts';

/** Where Redis or Valkey is: a URL `redis[s]://[user[:password]@]host[:port][/database]`. */
export interface RedisAddress {
  url: string;
}

/**
 * The connection to Redis. It is down from the first command that fails or gets no answer in time until a probe
 * succeeds. Meanwhile commands fail at once, so that requests of viewers do not wait and do not pile up.
 */
export interface Connection {
  /**
   * Runs a command.
   *
   * @throws FailureError `shared_state_unreachable`, also when Redis refuses the command; the error of a script's reply that
   *   cannot be parsed
   */
  run<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Like `run`, also while the connection is down, which it ends by succeeding. */
  probe<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Receives the messages of a channel from now on, also after each reconnection. */
  subscribe(channel: string, listener: (message: string) => void): void;
  /** Since when the connection is down, epoch ms; null while it is up. */
  downSince(): number | null;
  /** Adds a function that is called when the connection goes up or down. */
  onChange(listener: (isUp: boolean) => void): void;
  close(): void;
}

type RedisClient = ReturnType<typeof createScriptedClient>;

/** A command that takes longer counts as failed: a viewer's request waits for several at most. */
const COMMAND_TIMEOUT_MS = 1_500;
/** After a stall of this process its timers run before it has read what has arrived: it gets this time to read it. */
const READ_MS = 50;
const CONNECT_TIMEOUT_MS = 2_000;
/** A connection on which nothing arrives for this long is replaced, although no error was reported. */
const SILENT_MS = 5_000;
const PING_MS = 2_000;
/** The delays between attempts to connect, so that replicas do not return at the same moment. */
const RECONNECT_MS = 250;
const RECONNECT_JITTER_MS = 500;

function createScriptedClient({ url }: RedisAddress, random: () => number) {
  return createClient({
    url,
    scripts,
    disableOfflineQueue: true,
    // Commands that an operator would have to allow for nothing that is used here.
    disableClientInfo: true,
    maintNotifications: 'disabled',
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: () => RECONNECT_MS + random() * RECONNECT_JITTER_MS,
    },
  });
}

/** Connects in the background: the caller does not wait. */
export function connectRedis(
  address: RedisAddress,
  { clock, random, log }: { clock: Clock; random: () => number; log: Pick<Logger, 'warn' | 'info'> },
): Connection {
  const commands = createScriptedClient(address, random);
  const subscriber = createScriptedClient(address, random);
  const listeners: ((isUp: boolean) => void)[] = [];
  let downSince: number | null = clock.now();
  /** Whether the listeners know that it is down: at the start they are told of the first failure only. */
  let isTold = false;

  function markDown(error: unknown): void {
    if (isTold) return;
    isTold = true;
    downSince ??= clock.now();
    log.warn({ reason: reasonOf(error) }, 'the shared state cannot be reached');
    for (const listener of listeners) listener(false);
  }

  function markUp(): void {
    if (downSince === null) return;
    if (isTold) log.info({}, 'the shared state can be reached');
    isTold = false;
    downSince = null;
    for (const listener of listeners) listener(true);
  }

  async function probe<T>(command: (client: RedisClient) => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    let cancel = clock.after(COMMAND_TIMEOUT_MS, () => {
      cancel = clock.after(READ_MS, () => late.reject(new Error('no answer in time')));
    });
    let reply: T;
    try {
      reply = await Promise.race([attempted.then(() => command(commands)), late.promise]);
    } catch (error) {
      // Redis has answered, in a way that another version of Sightline understands.
      if (error instanceof z.ZodError) throw error;
      markDown(error);
      throw new FailureError({ code: 'shared_state_unreachable' });
    } finally {
      cancel();
    }
    markUp();
    return reply;
  }

  /** Resolves when the first attempt to connect has succeeded or failed. */
  const attempted = new Promise<void>((resolve) => {
    commands.once('ready', resolve).once('error', resolve);
  });
  let isSubscriberDown = false;
  function reportSubscriber(error: unknown): void {
    if (!isSubscriberDown) log.warn({ reason: reasonOf(error) }, 'messages of other replicas are late');
    isSubscriberDown = true;
  }
  // Every command reports its failure itself. Without a listener an error would end the process.
  commands.on('error', markDown);
  // What a lost message would have told is learned a moment later.
  subscriber.on('error', reportSubscriber).on('ready', () => {
    isSubscriberDown = false;
  });
  void commands.connect().catch(markDown);
  void subscriber.connect().catch(reportSubscriber);
  return {
    probe,
    run: async (command) => {
      if (downSince !== null) throw new FailureError({ code: 'shared_state_unreachable' });
      return probe(command);
    },
    subscribe(channel, listener) {
      // Also after each reconnection: the client repeats only what Redis has confirmed, and keeps each listener once.
      const subscribeNow = () => void subscriber.subscribe(channel, listener).catch(reportSubscriber);
      subscriber.on('ready', subscribeNow);
      if (subscriber.isReady) subscribeNow();
    },
    downSince: () => downSince,
    onChange: (listener) => listeners.push(listener),
    close() {
      for (const client of [commands, subscriber]) client.destroy();
    },
  };
}

/** The error's code or message. Of an answer of Redis only its first word, because it may repeat a password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof ErrorReply) return error.message.split(' ')[0] ?? 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, 200);
}
