import type { ShownFailure } from '@/components/errors/explain-error';
import type { MonitorsUrl } from '@/lib/client/monitors-url';
import { monitorTypes } from '@/lib/contract/conditions';
import type { ParameterProblem } from '@/lib/contract/query-parameters';
import { searchParameterProblem } from '@/lib/contract/search/search-parameter-problem';

/**
 * The search, the types and the rule of the review that the server rejected. The browser does not check them itself:
 * the server accepts types outside of the specification that a monitor has, only the server has the rules, and the
 * parser of the search is loaded later.
 */
export function rejectedValues(
  failure: ShownFailure | null,
  { q, type, rule }: Pick<MonitorsUrl, 'q' | 'type' | 'rule'>,
): ParameterProblem[] {
  if (failure?.code !== 'invalid_parameter') return [];
  const problemOf = (parameter: string, value: string, detail: string): ParameterProblem => ({
    ...{ parameter, value, detail },
    breach: 'value',
  });
  if (failure.place) return [searchParameterProblem(q, failure.place)];
  if (failure.parameter === 'rule') return [problemOf('rule', rule ?? '', 'must be a rule of the review')];
  if (failure.parameter !== 'type') return [];
  return [...new Set(type.map((value) => value.replace(/^-/, '')))]
    .filter((value) => !monitorTypes.some((known) => known === value))
    .map((value) => problemOf('type', value, `must be one of ${monitorTypes.join(', ')}`));
}
