import { AsyncLocalStorage } from 'node:async_hooks';

/** What the server adds to the log line of a request. */
export interface RequestNotes {
  /** The name of the token that the request has. */
  token?: string;
  /** The trace ID of a valid `traceparent`. */
  traceId?: string;
}

/**
 * The launcher writes the log, and the server that Next bundles admits requests: they are separate module graphs, which
 * share the notes of the present request by a global symbol.
 */
const key = Symbol.for('sightline.requestNotes');

function storage(): AsyncLocalStorage<RequestNotes> {
  const holder: typeof globalThis & { [key]?: AsyncLocalStorage<RequestNotes> } = globalThis;
  holder[key] ??= new AsyncLocalStorage();
  return holder[key];
}

/** Runs a handler of a request. The handler and all functions that it calls can add to the notes. */
export function withNotes<T>(notes: RequestNotes, handle: () => T): T {
  return storage().run(notes, handle);
}

/** Notes the name of the token of the current request. */
export function noteToken(name: string): void {
  const notes = storage().getStore();
  if (notes !== undefined) notes.token = name;
}

/** Returns the trace ID of a request as a field of its lines in the log. @param notes by default those of the current request */
export function traceField(notes: RequestNotes = storage().getStore() ?? {}): { trace_id?: string } {
  return notes.traceId === undefined ? {} : { trace_id: notes.traceId };
}
