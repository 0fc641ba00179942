import { CircleHelp } from 'lucide-react';
import type { ShownFailure } from '@/components/errors/explain-error';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatePanel } from '@/components/ui/state-panel';
import { monitorTypes } from '@/lib/contract/conditions';
import { multiValueFacets } from '@/lib/contract/inventory-query';
import type { ParameterProblem } from '@/lib/contract/query-parameters';
import { facetLabels } from './facets';
import { rejectedValues } from './rejected-values';
import type { MonitorsUrlState } from './use-monitors-url';

/**
 * Replaces the rows when the URL has invalid parameters: the reasons, and links that remove the parameters.
 *
 * @param props.failure the server's failure for a URL that the browser found valid; otherwise null
 */
export function RejectedQuery(props: { failure: ShownFailure | null; urlState: MonitorsUrlState }) {
  const { failure, urlState } = props;
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
          className={`${buttonClass()} hover:border-line-strong hover:text-ink`}
        >
          {remove}
        </Link>
      ))}
    >
      <p>
        {isOne
          ? only.text
          : messages.map(({ title, text }) => `${title}. ${text}`).join(' ') || failure?.error}
      </p>
    </StatePanel>
  );
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
  const isFacet = multiValueFacets.some((facet) => facet === parameter);
  const shown = (isFacet ? value.replace(/^-/, '') : value).slice(0, MAX_QUOTED_CHARACTERS);
  const quoted = `“${shown.replace(invisible, '\uFFFD')}”`;
  const text = `${label} ${detail}.`;
  if (breach !== 'value') return { title: `${label} ${detail}`, text: '', remove: `Remove ${name}` };
  if (parameter === 'q') return { title: 'Invalid search', text, remove: 'Remove search' };
  const remove = `Remove ${name} ${quoted}`;
  if (!isFacet) return { title: `Invalid ${name}: ${quoted}`, text, remove };
  const title = `Unknown ${name}: ${quoted}`;
  if (parameter !== 'type') return { title, text, remove };
  return { title, text: `No monitor uses it. The API supports only ${monitorTypes.join(', ')}.`, remove };
}
