import * as z from 'zod/mini';
import type { SearchProblem } from './search/parse-search.ts';

/** Maximum number of values of a parameter that can be repeated. */
const MAX_VALUES = 50;
/** Maximum length of a rejected parameter's name in the response. */
const MAX_NAME_LENGTH = 50;
export const MAX_SEARCH_LENGTH = 100;

export interface ParameterProblem {
  /** At most 50 characters. */
  parameter: string;
  value: string;
  breach: 'unknown' | 'value' | 'given_twice' | 'too_many' | 'needs';
  /** Completes a sentence that begins with the parameter's name: "must be true or false". */
  detail: string;
  /** The part of a search that is wrong. */
  place?: SearchProblem;
}

/** Restores addresses that are written so that nobody opens them, or for two schemes: `hxxps://a[.]example`, `http(s)://b.example`. */
export const refanged = (text: string) =>
  text
    .replace(/\[+([.:]|:\/\/)\]+/g, '$1')
    .replace(/\bhxxp(?=s?:\/\/)/gi, 'http')
    .replace(/\bh(?:tt|xx)p\(s\)(?=:\/\/)/gi, 'https');

/** Words of a search, with one space between them. */
export function words() {
  const rule = `must be at most ${MAX_SEARCH_LENGTH} characters, without control characters`;
  return z.exactOptional(
    z.string(rule).check(
      z.trim(),
      z.overwrite((text) => refanged(text.replace(/\s+/g, ' '))),
      z.maxLength(MAX_SEARCH_LENGTH, rule),
      z.refine((text) => !/\p{Cc}/u.test(text), rule),
    ),
  );
}

/** A short visible text. Upstream may send types and regions that the spec does not list. */
export function token({ canExclude = false } = {}) {
  const rule = 'must be 1 to 40 characters';
  const isToken = (value: string) => {
    const text = canExclude ? value.replace(/^-/, '') : value;
    return /^[^\p{Cc}\p{Cs}]{1,40}$/u.test(text) && text === text.trim();
  };
  const longest = canExclude ? 41 : 40;
  return z.string().check(z.minLength(1, rule), z.maxLength(longest, rule), z.refine(isToken, rule));
}

/** A parameter that can be repeated. Its values are sorted, those with a hyphen last, so that equal queries are equal. */
export const list = <T extends z.ZodMiniType<string>>(item: T) =>
  z.exactOptional(
    z.array(item).check(
      z.maxLength(MAX_VALUES),
      z.overwrite((values) => values.toSorted(byHyphen)),
    ),
  );

const byHyphen = (a: string, b: string) =>
  Number(a.startsWith('-')) - Number(b.startsWith('-')) || (a < b ? -1 : 1);

export const flag = () => z.enum(['true', 'false'], 'must be true or false');

/** Converts decimal digits without leading zeros to their number; anything else stays text, which no number schema accepts. */
export const digits = () =>
  z.transform((text: unknown) => (/^[1-9]\d{0,14}$/.test(String(text)) ? Number(text) : text));

/** A whole number from 1. */
export function integer(most: number, rule = `must be a whole number from 1 to ${most}`) {
  return z.pipe(digits(), z.int(rule).check(z.gte(1, rule), z.lte(most, rule)));
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/**
 * Leaves out the parameters that a schema does not have: to what people share, others add their own, such as `utm_source`.
 * For scripts a mistyped filter is an error instead.
 */
export function knownParameters({ shape }: { shape: Shape }, search: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...search].filter(([name]) => Object.hasOwn(shape, name)));
}

/**
 * Reads the parameters of a URL. Returns the valid ones, and the invalid ones in the order of the URL. Only lists can be
 * repeated.
 */
export function readParameters(
  { shape }: { shape: Shape },
  search: URLSearchParams,
): { given: Record<string, string | string[]>; problems: ParameterProblem[] } {
  const given: Record<string, string | string[]> = {};
  const problems: ParameterProblem[] = [];
  const seen = new Set<string>();
  for (const [name, value] of search) {
    const refuse = (breach: ParameterProblem['breach'], detail: string) =>
      problems.push({ parameter: name.slice(0, MAX_NAME_LENGTH), value, breach, detail });
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const isList = schema?.safeParse([]).success === true;
    const values = [given[name] ?? []].flat();
    const issue = schema?.safeParse(isList ? [value] : value).error?.issues[0];
    if (schema === undefined) refuse('unknown', 'is not supported');
    else if (!isList && seen.has(name)) refuse('given_twice', 'can be given only once');
    else if (issue !== undefined) refuse('value', issue.message);
    else if (!isList) given[name] = value;
    else if (values.length < MAX_VALUES) given[name] = [...new Set([...values, value])];
    else if (!values.includes(value) && !problems.some((problem) => isTooMany(problem, name)))
      refuse('too_many', `can be given at most ${MAX_VALUES} times`);
    seen.add(name);
  }
  return { given, problems };
}

const isTooMany = ({ parameter, breach }: ParameterProblem, name: string) =>
  parameter === name && breach === 'too_many';

/** Returns the problem of the parameter `q` when a word of the search is wrong. Characters are counted from 1. */
export function searchParameterProblem(q: string, place: SearchProblem): ParameterProblem {
  const { from, to, message } = place;
  const detail = `has a mistake at characters ${from + 1} to ${to}: ${message}`;
  return { parameter: 'q', value: q, breach: 'value', detail, place };
}
