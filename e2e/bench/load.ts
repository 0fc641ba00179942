import { z } from 'zod';
import { runApart } from './apart.ts';

/** Requests to make again and again, in turn. */
export interface Load {
  origin: string;
  paths: readonly string[];
  headers: Record<string, string>;
  /** What every answer must be, or the measurement means nothing. */
  status: number;
}

const figuresSchema = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number() });

/** Answers a second, and how long the middle one and the slowest hundredth took, milliseconds. */
export type LoadFigures = z.infer<typeof figuresSchema>;

/** Loads a server for a while. @throws Error when an answer has another status, or none comes */
export function loadFor(load: Load, milliseconds: number): Promise<LoadFigures> {
  return runApart(new URL('./load-process.ts', import.meta.url), { ...load, milliseconds }, figuresSchema);
}
