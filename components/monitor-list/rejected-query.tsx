import { CircleHelp } from 'lucide-react';
import type { ShownFailure } from '@/components/errors/explain-error';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatePanel } from '@/components/ui/state-panel';
import type { MonitorsUrl } from '@/lib/client/monitors-url';
import { monitorTypes } from '@/lib/contract/conditions';
import { multiValueFacets } from '@/lib/contract/inventory-query';
import { type ParameterProblem, searchParameterProblem } from '@/lib/contract/query-parameters';
import { facetLabels } from './facets';
import type { MonitorsUrlState } from './use-monitors-url';

/**
 * Replaces the rows when the URL has invalid parameters: the reasons, and links that remove the parameters.
 *
 * @param props.failure the server's failure for a URL that the browser found valid; otherwise null
 */
export function RejectedQuery({
  failure,
  urlState,
}: {
  failure: ShownFailure | null;
  urlState: MonitorsUrlState;
}) {
  const { refused } = urlState.url;
  const problems = refused.length > 0 ? refused : rejectedValues(failure, urlState.url);
  const messages = problems.map((problem) => ({ problem, ...rejectionMessage(problem) }));
  const [only, ...others] = messages;
  const isOne = only !== undefined && others.length === 0;
  return (
    <StatePanel
      icon={CircleHelp}
      title={isOne ? only.title : 'Invalid URL parameters'}
      actions={messages.map(({ problem, remove }, index) => (
        <Link
          // Two values that differ only in invisible characters have the same text.
          // biome-ignore lint/suspicious/noArrayIndexKey: the problems are in the order of the URL.
          key={index}
          href={urlState.hrefWithout(problem)}
          onNavigate={(event) => {
            event.preventDefault();
            urlState.removeProblem(problem);
          }}
          className={buttonClass()}
        >
          {remove}
        </Link>
      ))}
    >
      {messages.length === 0 ? <p>{failure?.error}</p> : null}
      {messages.map(({ problem, title, text }) => (
        <p key={`${problem.parameter} ${problem.value}`}>{isOne ? text : `${title}. ${text}`}</p>
      ))}
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
  return [...new Set(type.map((value) => value.replace(/^-/, '')))]
    .filter((value) => !monitorTypes.some((known) => known === value))
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

/** The explanation of an invalid URL parameter; `remove` is the text of the link that removes it. */
export function rejectionMessage(problem: ParameterProblem): Record<'title' | 'text' | 'remove', string> {
  const { parameter, value, breach, detail } = problem;
  const label = labels[parameter] ?? parameter;
  const name = label.toLowerCase();
  if (breach !== 'value') return { title: `${label} ${detail}`, text: '', remove: `Remove ${name}` };
  const text = `${label} ${detail}.`;
  if (parameter === 'q') return { title: 'Invalid search', text, remove: 'Remove search' };
  const isFacet = multiValueFacets.some((facet) => facet === parameter);
  const shown = (isFacet ? value.replace(/^-/, '') : value).slice(0, MAX_QUOTED_CHARACTERS);
  const quoted = `“${shown.replace(invisible, '\uFFFD')}”`;
  return {
    title: isFacet ? `Unknown ${name}: ${quoted}` : `Invalid ${name}: ${quoted}`,
    text:
      parameter === 'type' ? `No monitor uses it. The API supports only ${monitorTypes.join(', ')}.` : text,
    remove: `Remove ${name} ${quoted}`,
  };
}
