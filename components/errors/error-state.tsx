import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatePanel } from '@/components/ui/state-panel';
import { type Explanation, explainError } from './explain-error';
import type { ShownFailure } from './failure';

export interface ErrorStateProps {
  failure: ShownFailure;
  /** What it is about, where the failure alone does not say so. */
  subject?: ReactNode;
  /** What is said of it, where more is known than its code. */
  explanation?: Explanation;
  /** When it is tried again, where that is known. */
  wait?: ReactNode;
  /** What can be done here. */
  action?: ReactNode;
}

/** The clear picture of a failure, when there is nothing else to show: what it is and what to do about it. */
export function ErrorState({ failure, subject, explanation, wait, action }: ErrorStateProps) {
  const { title, meaning, steps } = explanation ?? explainError(failure);
  return (
    <StatePanel
      icon={TriangleAlert}
      isTrouble
      title={title}
      level={1}
      actions={
        <>
          {action}
          <Link href="/monitors" className={`${buttonClass('ghost')} hover:bg-raised hover:text-ink`}>
            All monitors
          </Link>
        </>
      }
    >
      {subject ? <p className="font-medium text-ink [overflow-wrap:anywhere]">{subject}</p> : null}
      <p className="text-ink">{meaning}</p>
      <ol className="list-decimal space-y-1.5 pl-5 marker:text-ink-3">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {wait ? <p className="text-ink">{wait}</p> : null}
      <p className="font-mono text-ink-3 text-xs">
        {failure.code}
        {failure.request_id ? ` · request ${failure.request_id}` : ''}
      </p>
    </StatePanel>
  );
}
