import { CircleHelp } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatePanel } from '@/components/ui/state-panel';
import { monitorTypes } from '@/lib/contract/conditions';
import { multiValueFacets, type QueryProblem } from '@/lib/contract/inventory-query';
import { breachMessage } from '@/lib/contract/query-problem-messages';
import type { MonitorsUrlState } from './use-monitors-url';

interface RefusedQueryProps {
  /** At least one. */
  problems: readonly QueryProblem[];
  urlState: MonitorsUrlState;
}

/** Stands in place of the rows where the address asks for what the API refuses: says why, with a link that removes it. */
export function RefusedQuery({ problems, urlState }: RefusedQueryProps) {
  const messages = problems.map((problem) => ({ problem, ...refusalMessage(problem) }));
  const [only, ...others] = messages;
  const isOne = only !== undefined && others.length === 0;
  return (
    <StatePanel
      icon={CircleHelp}
      title={isOne ? only.title : 'Invalid URL parameters'}
      actions={messages.map(({ problem, remove }, index) => (
        <Link
          // Two that differ only in what cannot be seen have the same words.
          // biome-ignore lint/suspicious/noArrayIndexKey: they are in the order of the address.
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
      <p>{isOne ? only.text : messages.map(({ title, text }) => `${title}. ${text}`).join(' ')}</p>
    </StatePanel>
  );
}

const labels: Readonly<Record<string, string>> = {
  q: 'Search',
  type: 'Type',
  condition: 'Condition',
  region: 'Region',
  is_active: 'Active',
  maintenance_mode: 'Maintenance',
  sort: 'Sort',
  order: 'Order',
  page: 'Page',
  per_page: 'Page size',
};
/** What cannot be seen, or would turn the direction of the sentence around it. */
const unseen = /[\p{Cc}\p{Cf}]/gu;

interface RefusalMessage {
  title: string;
  text: string;
  /** What the link says that takes the parameter out of the address. */
  remove: string;
}

/** Why a parameter of the list's address is refused, and what to do. */
export function refusalMessage(problem: QueryProblem): RefusalMessage {
  const { parameter, value, breach } = problem;
  const label = labels[parameter] ?? parameter;
  const name = label.toLowerCase();
  const quoted = `“${value.replace(unseen, '\uFFFD')}”`;
  const text = `${label} ${breachMessage(parameter, breach)}.`;
  if (breach !== 'value') {
    return { title: `${label} ${breachMessage(parameter, breach)}`, text: '', remove: `Remove ${name}` };
  }
  if (parameter === 'q') return { title: 'Invalid search', text, remove: 'Remove search' };
  const remove = `Remove ${name} ${quoted}`;
  if (!multiValueFacets.some((facet) => facet === parameter))
    return { title: `Invalid ${name}: ${quoted}`, text, remove };
  const title = `Unknown ${name}: ${quoted}`;
  if (parameter !== 'type') return { title, text, remove };
  return { title, text: `No monitor uses it. The API supports only ${monitorTypes.join(', ')}.`, remove };
}
