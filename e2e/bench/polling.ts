import { z } from 'zod';
import { runApart } from './apart.ts';

/** Browser tabs that ask for the same address, each at a moment of its own and again after each interval. */
export interface Polling {
  origin: string;
  path: string;
  viewers: number;
  /** Seconds from one request of a viewer to its next. */
  everyS: number;
  /** How long it goes on, seconds. */
  forS: number;
  /** The ETag that the page brought along; null: none. */
  tag: string | null;
}

const pollsSchema = z.object({
  /** How long each answer took, milliseconds. */
  times: z.array(z.number()),
  /** How much later than it should each request was sent, milliseconds: the machine has no time for who measures. */
  late: z.array(z.number()),
  /** How often each status came; `none` where no answer did. */
  statuses: z.record(z.string(), z.number()),
});

export type Polls = z.infer<typeof pollsSchema>;

/** Polls a server as browsers would. */
export function poll(polling: Polling): Promise<Polls> {
  return runApart(new URL('./polling-process.ts', import.meta.url), polling, pollsSchema);
}
