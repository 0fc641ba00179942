import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { z } from 'zod';

/** The requests that the HTTP servers of this process get. */
export interface InFlight {
  received(): number;
  /** How many waited for their answers at the same time. */
  most(): number;
  stop(): void;
}

const CHANNEL = 'http.server.request.start';
/** What Node says on it (nodejs.org/api/diagnostics_channel.html). */
const startSchema = z.object({ response: z.instanceof(ServerResponse) });

/** Counts from now on. */
export function watchInFlight(): InFlight {
  let received = 0;
  let now = 0;
  let most = 0;
  const count = (message: unknown) => {
    received += 1;
    now += 1;
    most = Math.max(most, now);
    const { response } = startSchema.parse(message);
    response.once('close', () => {
      now -= 1;
    });
  };
  subscribe(CHANNEL, count);
  return {
    received: () => received,
    most: () => most,
    stop: () => {
      unsubscribe(CHANNEL, count);
    },
  };
}
