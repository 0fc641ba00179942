import 'server-only';
import { z } from 'zod';
import { parseJson } from '../../parse-json.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';

/** A message between replicas. Messages of later versions that are not known here are ignored. */
const messageSchema = z.discriminatedUnion('kind', [
  /** The leader has published. */
  z.object({ kind: z.literal('published') }),
  /** A request was settled, so that another one may be sent. */
  z.object({ kind: z.literal('room') }),
  /** A detail was read, or could not be read. `uuid`: of the monitor. */
  z.object({ kind: z.literal('detail'), uuid: z.string() }),
  /** A monitor does not exist upstream. */
  z.object({ kind: z.literal('removed'), uuid: z.string() }),
  /** A session has ended. `session`: its name in Redis. */
  z.object({ kind: z.literal('signed_out'), session: z.string() }),
  /** The leader has recorded a reading, or forgotten what is too old. */
  z.object({ kind: z.literal('recorded') }),
  /** A user of a replica that does not lead has requested that the list be read. `at`: epoch ms of the shared clock. */
  z.object({ kind: z.literal('read_now'), at: z.number() }),
]);
export type Message = z.infer<typeof messageSchema>;

/** Sends messages to all replicas, also to the sender itself. A message can be lost: nothing may depend on one alone. */
export interface Events {
  send(message: Message): void;
  on<K extends Message['kind']>(kind: K, listener: (message: Extract<Message, { kind: K }>) => void): void;
}

/** Serializes a message, for scripts that send it. */
export function serializeMessage(message: Message): string {
  return JSON.stringify(message);
}

export function createEvents(connection: Connection, keys: Keys): Events {
  const listeners: ((message: Message) => void)[] = [];
  connection.subscribe(keys.events, (text) => {
    const parsed = messageSchema.safeParse(parseJson(text));
    if (parsed.success) for (const listener of listeners) listener(parsed.data);
  });
  return {
    send(message) {
      connection.run((client) => client.publish(keys.events, serializeMessage(message))).catch(() => {});
    },
    on(kind, listener) {
      listeners.push((message) => {
        if (isOf(message, kind)) listener(message);
      });
    },
  };
}

function isOf<K extends Message['kind']>(
  message: Message,
  kind: K,
): message is Extract<Message, { kind: K }> {
  return message.kind === kind;
}
