import 'server-only';
import { z } from 'zod';
import { parseJson } from '../../parse-json.ts';

/** Version of the layout of all keys of the history. A history of another version is neither read nor written. */
const VERSION = 2;

/**
 * What readers must know of the history. It is replaced together with what it describes, so that all replicas that have the
 * same mark answer a query alike, also while a reading is being recorded.
 */
const markSchema = z.object({
  version: z.literal(VERSION),
  /** The number of the write of this mark: no two marks have the same. */
  revision: z.number(),
  /** Part of the names of all keys: a history that begins anew shares none with the last one. */
  generation: z.number(),
  /** Differs whenever somebody else records. What a reader has kept of an earlier one may have been replaced. */
  epoch: z.number(),
  /** The times of the last recorded reading, epoch ms, see `Observation`; null: none was recorded completely. */
  at: z.number().nullable(),
  until: z.number().nullable(),
  completeAt: z.number().nullable(),
  /** The numbers of the first change that is remembered, and of the last one of the recorded readings; 0: none. */
  first: z.number(),
  last: z.number(),
  /** The highest number of a subject of these changes. */
  subjects: z.number(),
  /** See `HistoryStore`. */
  shortenedTo: z.number().nullable(),
});
export type Mark = z.infer<typeof markSchema>;

/** Parses a mark; `foreign`: it is of another version. */
export function parseMark(text: string): Mark | 'foreign' {
  const parsed = markSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : 'foreign';
}

/** The mark of a history in which nothing has been recorded. @param generation also serves as epoch */
export function emptyMark(generation: number): Mark {
  return {
    version: VERSION,
    revision: 0,
    generation,
    epoch: generation,
    at: null,
    until: null,
    completeAt: null,
    first: 1,
    last: 0,
    subjects: 0,
    shortenedTo: null,
  };
}
