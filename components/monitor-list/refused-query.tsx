import { CircleHelp } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { QueryProblem } from '@/lib/contract/inventory-query';
import { EmptyState } from './empty-state';
import { refusalMessage } from './refused-query-messages';
import type { MonitorsView } from './use-monitors-url';

interface RefusedQueryProps {
  /** At least one. */
  problems: readonly QueryProblem[];
  view: MonitorsView;
}

/** Stands in place of the rows where the address asks for what the API refuses: says why, with a link that removes it. */
export function RefusedQuery({ problems, view }: RefusedQueryProps) {
  const messages = problems.map((problem) => ({ problem, ...refusalMessage(problem) }));
  const [only, ...others] = messages;
  const isOne = only !== undefined && others.length === 0;
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={CircleHelp}
        title={isOne ? only.title : 'This address is not valid'}
        text={isOne ? only.text : messages.map(({ title, text }) => `${title}. ${text}`).join(' ')}
      >
        {messages.map(({ problem, remove }, index) => (
          <Link
            // Two that differ only in what cannot be seen have the same words.
            // biome-ignore lint/suspicious/noArrayIndexKey: they are in the order of the address.
            key={index}
            href={view.hrefWithout(problem)}
            onNavigate={(event) => {
              event.preventDefault();
              view.removeProblem(problem);
            }}
            className={`${buttonClass()} hover:border-line-strong hover:text-ink`}
          >
            {remove}
          </Link>
        ))}
      </EmptyState>
    </div>
  );
}
