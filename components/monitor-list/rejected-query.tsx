import { CircleHelp } from 'lucide-react';
import type { ShownFailure } from '@/components/errors/explain-error';
import { wrappingButton } from '@/components/monitor/suggestions';
import { Button } from '@/components/ui/button';
import { StatePanel } from '@/components/ui/state-panel';
import type { MonitorsUrl } from '@/lib/client/monitors-url';
import { monitorTypes } from '@/lib/contract/conditions';
import { multiValueFacets } from '@/lib/contract/inventory-query';
import { type ParameterProblem, searchParameterProblem } from '@/lib/contract/query-parameters';
import type { Facets } from '@/lib/contract/responses';
import { facetLabels } from './facets';
import { nearestValue, searchMistake } from './search-mistake';
import type { MonitorsUrlState } from './use-monitors-url';

interface QueryProblemsProps {
  urlState: MonitorsUrlState;
  /** The values that monitors have; undefined: not known. */
  facets: Facets | undefined;
}

/**
 * Replaces the rows of a query that the browser or the server refuses.
 *
 * @param props.failure the server's failure for a URL that the browser found valid; otherwise null
 */
export function RejectedQuery({ failure, ...rest }: QueryProblemsProps & { failure: ShownFailure | null }) {
  const { url } = rest.urlState;
  const problems = url.refused.length > 0 ? url.refused : rejectedValues(failure, url);
  return <QueryProblems problems={problems} error={failure?.error} {...rest} />;
}

/**
 * What is wrong with a query, with buttons that replace or remove the wrong part. Enter in the search field moves to the first
 * one that replaces.
 *
 * @param props.error said when no problem is known
 */
export function QueryProblems(
  props: QueryProblemsProps & { problems: readonly ParameterProblem[]; error?: string | undefined },
) {
  const { problems, error, urlState, facets } = props;
  const messages = problems.map((problem) => ({ problem, ...rejectionMessage(problem, facets) }));
  const [only, ...others] = messages;
  const isOne = only !== undefined && others.length === 0;
  const explanations = messages.map(({ title, text }) => (isOne ? text : `${title}. ${text}`));
  const texts = new Set(only === undefined ? [error ?? ''] : explanations.filter(Boolean));
  const corrections = messages.flatMap(({ problem, instead }) => (instead ? [{ problem, instead }] : []));
  return (
    <StatePanel
      icon={CircleHelp}
      title={isOne ? only.title : 'Invalid URL parameters'}
      actions={messages.map(({ problem, remove }, index) => (
        <Button
          // A parameter can be given twice with the same value.
          // biome-ignore lint/suspicious/noArrayIndexKey: the problems are in the order of the URL.
          key={index}
          variant={corrections.length > 0 ? 'ghost' : 'outline'}
          onClick={() => urlState.replaceProblem(problem)}
        >
          {remove}
        </Button>
      ))}
    >
      {[...texts].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {corrections.length === 0 ? null : (
        <div className="flex flex-col items-start gap-2">
          <p>Did you mean</p>
          {corrections.map(({ problem, instead }) => (
            <Button
              key={`${problem.parameter} ${problem.value}`}
              data-row=""
              onClick={() => urlState.replaceProblem(problem, instead)}
              className={wrappingButton}
            >
              <span className="font-medium text-ink">{instead}</span>
            </Button>
          ))}
        </div>
      )}
    </StatePanel>
  );
}

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
  if (failure.place) return [searchParameterProblem(q, failure.place)];
  const { parameter = '' } = failure;
  const problemOf = (value: string, detail: string) =>
    ({ parameter, value, detail, breach: 'value' }) as const;
  if (parameter === 'rule') return [problemOf(rule ?? '', 'must be a rule of the review')];
  if (parameter !== 'type') return [];
  const wrong = type.filter((value) => !monitorTypes.some((known) => known === bare(value)));
  return wrong
    .filter((value) => !value.startsWith('-') || !wrong.includes(bare(value)))
    .map((value) => problemOf(value, `must be one of ${monitorTypes.join(', ')}`));
}

const labels: Readonly<Record<string, string>> = {
  ...facetLabels,
  q: 'Search',
  rule: 'Review rule',
  sort: 'Sort',
  order: 'Order',
  page: 'Page',
  per_page: 'Page size',
};
/** Maximum number of characters of a rejected value that are shown. */
const MAX_QUOTED_CHARACTERS = 50;
/** Invisible characters, and bidirectional control characters. */
const invisible = /[\p{Cc}\p{Cf}]/gu;

const bare = (value: string) => value.replace(/^-/, '');

/**
 * The explanation of an invalid URL parameter. `remove` is the text of the button that removes it, `instead` what may be meant.
 */
export function rejectionMessage(problem: ParameterProblem, facets: Facets | undefined): RejectionMessage {
  const { parameter, value, breach, detail } = problem;
  const label = labels[parameter] ?? parameter;
  const name = label.toLowerCase();
  const none = { text: '', instead: null };
  if (breach !== 'value') return { ...none, title: `${label} ${detail}`, remove: `Remove ${name}` };
  if (parameter === 'q') {
    const mistake = searchMistake(value, facets);
    const title = (mistake?.title ?? `${label} ${detail}`).replace(invisible, '\uFFFD');
    return { ...none, title, remove: 'Clear search', instead: mistake?.corrected ?? null };
  }
  const isFacet = isMultiValue(parameter);
  const shown = (isFacet ? bare(value) : value).slice(0, MAX_QUOTED_CHARACTERS);
  const quoted = `“${shown.replace(invisible, '\uFFFD')}”`;
  const known = isFacet ? [...(facets?.[parameter].keys() ?? [])] : [];
  const near = nearestValue(bare(value), known, parameter === 'type' || parameter === 'region');
  return {
    title: isFacet ? `Unknown ${name}: ${quoted}` : `Invalid ${name}: ${quoted}`,
    text: valueTexts[parameter] ?? `${label} ${detail}.`,
    remove: `Remove ${name} ${quoted}`,
    instead: near === undefined ? null : `${value.startsWith('-') ? '-' : ''}${near}`,
  };
}

/** Said of a value in place of the server's rule for the parameter. */
const valueTexts: Readonly<Record<string, string>> = {
  type: `No monitor uses it. The API supports only ${monitorTypes.join(', ')}.`,
  region: 'No monitor has this region.',
};

const isMultiValue = (name: string): name is (typeof multiValueFacets)[number] =>
  multiValueFacets.some((facet) => facet === name);

interface RejectionMessage extends Record<'title' | 'text' | 'remove', string> {
  instead: string | null;
}
