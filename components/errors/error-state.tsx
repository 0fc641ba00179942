import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { explainError } from './explain-error';
import type { ShownFailure } from './failure';

interface ErrorStateProps {
  failure: ShownFailure;
  /** When it is tried again, where that is known. */
  wait?: ReactNode;
  /** What can be done here. */
  action?: ReactNode;
}

/** The clear picture of a failure, when there is nothing else to show: what it is and what to do about it. */
export function ErrorState({ failure, wait, action }: ErrorStateProps) {
  const { title, meaning, steps } = explainError(failure);
  return (
    <section
      className="mx-auto flex w-full max-w-xl flex-col gap-4 px-4 py-12"
      aria-labelledby="failure-title"
    >
      <TriangleAlert className="size-6 text-down" />
      <h1 id="failure-title" className="font-semibold text-ink text-xl">
        {title}
      </h1>
      <p className="text-ink text-md">{meaning}</p>
      <ol className="list-decimal space-y-1.5 pl-5 text-ink-2 text-md marker:text-ink-3">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {wait ? <p className="text-ink text-md">{wait}</p> : null}
      <div className="flex items-center gap-2 pt-1">
        {action}
        <Link href="/monitors" className={`${buttonClass('ghost')} hover:bg-raised hover:text-ink`}>
          All monitors
        </Link>
      </div>
      <p className="font-mono text-ink-3 text-xs">
        {failure.code}
        {failure.request_id ? ` · request ${failure.request_id}` : ''}
      </p>
    </section>
  );
}
