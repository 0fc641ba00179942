import type { ParameterProblem } from '../query-parameters.ts';
import type { SearchProblem } from './parse-search.ts';

/** Returns the problem of the parameter `q` when a word of the search is wrong. Characters are counted from 1. */
export function searchParameterProblem(q: string, place: SearchProblem): ParameterProblem {
  const { from, to, message } = place;
  const detail = `has a mistake at characters ${from + 1} to ${to}: ${message}`;
  return { parameter: 'q', value: q, breach: 'value', detail, place };
}
