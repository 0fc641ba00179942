import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * What the launcher and the server share in one process. The launcher, and the routes, pages and instrumentation that Next
 * bundles, may be separate module graphs.
 */

/** Returns the value of this name, which all copies of this module share. The first call creates it. */
export function shared<T>(name: string, create: () => T): T {
  const key = Symbol.for(`sightline.${name}`);
  const known: T | undefined = Reflect.get(globalThis, key);
  if (known !== undefined) return known;
  const created = create();
  Reflect.set(globalThis, key, created);
  return created;
}

/** A request to Sightline that has been answered or cut off. */
export interface FinishedRequest {
  /** The name of the route, from a fixed set (launch/access-log.ts). */
  route: string;
  method: string;
  status: number;
  /** From the arrival of the headers to the end of the response. */
  durationMs: number;
}

type Listener = (request: FinishedRequest) => void;

const listeners = shared('finishedRequests', () => new Set<Listener>());

/** Registers a listener for all requests from now on. */
export function onFinishedRequest(listener: Listener): void {
  listeners.add(listener);
}

/** Calls the listeners with a request. */
export function reportFinishedRequest(request: FinishedRequest): void {
  for (const listener of listeners) listener(request);
}

/** What the server adds to the log line of a request. */
export interface RequestNotes {
  /** The name of the token that the request has. */
  token?: string;
  /** The trace ID of a valid `traceparent`. */
  traceId?: string;
}

const notesOfRequest = shared('requestNotes', () => new AsyncLocalStorage<RequestNotes>());

/** Runs a handler of a request. The handler and all functions that it calls can add to the notes. */
export function withNotes<T>(notes: RequestNotes, handle: () => T): T {
  return notesOfRequest.run(notes, handle);
}

/** Notes the name of the token of the current request. */
export function noteToken(name: string): void {
  const notes = notesOfRequest.getStore();
  if (notes !== undefined) notes.token = name;
}

/** Returns the trace ID of a request as a field of its lines in the log. @param notes by default those of the current request */
export function traceField(notes: RequestNotes = notesOfRequest.getStore() ?? {}): { trace_id?: string } {
  return notes.traceId === undefined ? {} : { trace_id: notes.traceId };
}

/** Returns the header `Server-Timing` (W3C Server Timing), which browsers show with the request. */
export function serverTiming(durationMs: number): string {
  return `total;dur=${Math.round(durationMs * 10) / 10}`;
}

/**
 * `background`: work that starts by itself is stopped. `storage`: data is written and the store closed;
 * nothing is recorded after it. Between the two stages the launcher completes the requests in flight.
 */
type Stage = 'background' | 'storage';
type Step = () => void | Promise<void>;

const steps = shared('shutdown', (): Record<Stage, Step[]> => ({ background: [], storage: [] }));

/** Registers a step of the shutdown. */
export function onShutdown(stage: Stage, step: Step): void {
  steps[stage].push(step);
}

/** Runs the steps of a stage, each only once. If a step fails, the others still run. */
export async function runShutdown(stage: Stage): Promise<void> {
  const pending = steps[stage].splice(0);
  await Promise.allSettled(pending.map(async (step) => step()));
}
