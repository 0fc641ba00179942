import { z } from 'zod';
import { runInProcess } from './run-in-process.ts';

/** Requests that are sent repeatedly, in turn. */
export interface Load {
  origin: string;
  paths: readonly string[];
  headers: Record<string, string>;
  /** The expected status of every response; with another one the measurement is invalid. */
  status: number;
}

const figuresSchema = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number() });

/** Responses a second, and their median and 99th percentile, milliseconds. */
export type LoadFigures = z.infer<typeof figuresSchema>;

/** Sends requests to a server for a time. @throws Error when a response has another status, or none arrives */
export function loadFor(load: Load, milliseconds: number): Promise<LoadFigures> {
  return runInProcess(
    new URL('./load-process.ts', import.meta.url),
    { ...load, milliseconds },
    figuresSchema,
  );
}
