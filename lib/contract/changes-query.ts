import { type ChangeKind, changeKinds } from './changes.ts';
import { MAX_FACET_VALUES, MAX_QUOTED_CHARACTERS, MAX_SEARCH_LENGTH } from './inventory-query.ts';
import { oneOf } from './one-of.ts';

/** The query of `GET /api/changes`. An absent field filters nothing. */
export interface ChangesQuery {
  /** Changes that ended at or after `since` and before `until`, epoch ms. */
  since?: number;
  until?: number;
  kind: readonly ChangeKind[];
  type: readonly string[];
  region: readonly string[];
  /** Words with one space between them; all must occur. */
  q?: string;
  /** A UUID in lower case. */
  monitor?: string;
  /** The `next_cursor` of the page before. */
  cursor?: number;
  limit: number;
}

/** A rejected parameter. `detail` completes a sentence that begins with its name. */
interface ChangesQueryProblem {
  parameter: string;
  detail: string;
}

type ParsedChangesQuery = { ok: true; query: ChangesQuery } | ({ ok: false } & ChangesQueryProblem);

export const CHANGES_LIMIT_MAX = 200;
export const CHANGES_LIMIT_DEFAULT = 50;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const { safeParse: readKind } = oneOf(changeKinds);

const instant = (text: string): number | undefined =>
  INSTANT.test(text) && Number.isFinite(Date.parse(text)) ? Date.parse(text) : undefined;
const token = (text: string): string | undefined =>
  /^[^\p{Cc}\p{Cs}]{1,40}$/u.test(text) && text === text.trim() ? text : undefined;
const whole =
  (least: number, most: number) =>
  (text: string): number | undefined =>
    /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;
const words = (text: string): string | undefined => {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  return trimmed.length <= MAX_SEARCH_LENGTH && !/\p{Cc}/u.test(trimmed) ? trimmed : undefined;
};

const singles = {
  since: { read: instant, rule: 'a time such as 2026-11-20T18:05:00Z' },
  until: { read: instant, rule: 'a time such as 2026-11-20T18:05:00Z' },
  q: { read: words, rule: `at most ${MAX_SEARCH_LENGTH} characters, without control characters` },
  monitor: { read: (text: string) => (UUID.test(text) ? text.toLowerCase() : undefined), rule: 'a UUID' },
  cursor: { read: whole(1, Number.MAX_SAFE_INTEGER), rule: 'the next_cursor of a response' },
  limit: { read: whole(1, CHANGES_LIMIT_MAX), rule: `a whole number from 1 to ${CHANGES_LIMIT_MAX}` },
} as const;

const lists = {
  kind: { read: (text: string) => readKind(text).data, rule: `one of ${changeKinds.join(', ')}` },
  type: { read: token, rule: '1 to 40 characters' },
  region: { read: token, rule: '1 to 40 characters' },
} as const;

/** The parameters that the changes accept. */
export type ChangesParameter = keyof typeof singles | keyof typeof lists;

const isSingle = (name: string): name is keyof typeof singles => Object.hasOwn(singles, name);
const isList = (name: string): name is keyof typeof lists => Object.hasOwn(lists, name);

/** Parses the query strictly: any unknown, wrongly repeated or invalid parameter rejects it. */
export function parseChangesQuery(search: URLSearchParams): ParsedChangesQuery {
  const single: Record<string, string | number> = {};
  const values = { kind: new Set<ChangeKind>(), type: new Set<string>(), region: new Set<string>() };
  for (const [name, text] of search) {
    const refuse = (detail: string) => ({
      ok: false as const,
      parameter: name.slice(0, MAX_QUOTED_CHARACTERS),
      detail,
    });
    if (isList(name)) {
      const value = lists[name].read(text);
      if (value === undefined) return refuse(`must be ${lists[name].rule}`);
      const known: Set<string> = values[name];
      known.add(value);
      if (known.size > MAX_FACET_VALUES) return refuse(`can be given at most ${MAX_FACET_VALUES} times`);
    } else if (isSingle(name)) {
      if (Object.hasOwn(single, name)) return refuse('can be given only once');
      const value = singles[name].read(text);
      if (value === undefined) return refuse(`must be ${singles[name].rule}`);
      single[name] = value;
    } else {
      return refuse('is not supported');
    }
  }
  const { q, ...rest } = single;
  return {
    ok: true,
    query: {
      limit: CHANGES_LIMIT_DEFAULT,
      ...rest,
      ...(q === undefined || q === '' ? {} : { q: String(q) }),
      kind: [...values.kind].sort(),
      type: [...values.type].sort(),
      region: [...values.region].sort(),
    },
  };
}
