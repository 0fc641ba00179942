import { z } from 'zod';
import { runInProcess } from './run-in-process.ts';

/** Browser tabs that poll the same URL, each at its own moments. */
export interface Polling {
  origin: string;
  path: string;
  viewers: number;
  /** Seconds from one request of a viewer to its next. */
  everyS: number;
  /** The total duration, seconds. */
  forS: number;
  /** The ETag that the page already has; null for none. */
  tag: string | null;
}

const pollsSchema = z.object({
  /** The duration of each request, milliseconds. */
  times: z.array(z.number()),
  /** The delay of each request, milliseconds. It is large when the measuring process lacks processor time. */
  late: z.array(z.number()),
  /** The number of responses by status; `none` counts requests without a response. */
  statuses: z.record(z.string(), z.number()),
});

export type Polls = z.infer<typeof pollsSchema>;

/** Polls a server like browsers. */
export function poll(polling: Polling): Promise<Polls> {
  return runInProcess(new URL('./polling-process.ts', import.meta.url), polling, pollsSchema);
}
