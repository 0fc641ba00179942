import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { z } from 'zod';

/** Counts the requests that the HTTP servers of this process receive. */
export interface InFlight {
  received(): number;
  /** The maximum number of concurrent requests. */
  max(): number;
  stop(): void;
}

const CHANNEL = 'http.server.request.start';
/** The channel's message (nodejs.org/api/diagnostics_channel.html). */
const startSchema = z.object({ response: z.instanceof(ServerResponse) });

/** Starts counting. */
export function watchInFlight(): InFlight {
  let received = 0;
  let now = 0;
  let max = 0;
  const count = (message: unknown) => {
    received += 1;
    now += 1;
    max = Math.max(max, now);
    const { response } = startSchema.parse(message);
    response.once('close', () => {
      now -= 1;
    });
  };
  subscribe(CHANNEL, count);
  return {
    received: () => received,
    max: () => max,
    stop: () => {
      unsubscribe(CHANNEL, count);
    },
  };
}
