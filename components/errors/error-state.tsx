import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatePanel } from '@/components/ui/state-panel';
import type { ShownFailure } from './error-title';
import { type Explanation, explainError } from './explain-error';

export interface ErrorStateProps {
  failure: ShownFailure;
  /** The subject of the failure, such as the name of a monitor. */
  subject?: ReactNode;
  /** Replaces the default explanation of the failure's code. */
  explanation?: Explanation;
  /** The countdown to the next attempt, when its time is known. */
  wait?: ReactNode;
  /** A button, such as "Try again". */
  action?: ReactNode;
}

/** The error page content when there is no data to show: title, meaning, steps, error code and request ID. */
export function ErrorState({ failure, subject, explanation, wait, action }: ErrorStateProps) {
  const { title, meaning, steps } = explanation ?? explainError(failure);
  return (
    <StatePanel
      icon={TriangleAlert}
      isError
      title={title}
      level={1}
      actions={
        <>
          {action}
          <Link href="/monitors" className={`${buttonClass()} hover:border-line-strong hover:text-ink`}>
            All monitors
          </Link>
        </>
      }
    >
      {subject ? <p className="font-medium text-ink [overflow-wrap:anywhere]">{subject}</p> : null}
      <p className="text-ink">{meaning}</p>
      {steps.length === 1 ? (
        <p>{steps[0]}</p>
      ) : (
        <ol className="list-decimal space-y-1.5 pl-5 marker:text-ink-3">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {wait ? <p className="text-ink">{wait}</p> : null}
      <p className="font-mono text-ink-3 text-xs">
        {failure.code}
        {failure.request_id ? ` · request ${failure.request_id}` : ''}
      </p>
    </StatePanel>
  );
}
