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

/**
 * The launcher sees all requests, and the server that Next bundles has the metrics: they are separate module graphs, which
 * share the listeners by a global symbol.
 */
const key = Symbol.for('sightline.finishedRequests');

function listeners(): Set<Listener> {
  const holder: typeof globalThis & { [key]?: Set<Listener> } = globalThis;
  holder[key] ??= new Set();
  return holder[key];
}

/** Registers a listener for all requests from now on. */
export function onFinishedRequest(listener: Listener): void {
  listeners().add(listener);
}

/** Calls the listeners with a request. */
export function reportFinishedRequest(request: FinishedRequest): void {
  for (const listener of listeners()) listener(request);
}
