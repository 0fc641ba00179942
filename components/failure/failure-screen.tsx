'use client';

import { RefreshCw, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { Button, buttonClass } from '@/components/ui/button';
import { Countdown } from './countdown';
import { explainFailure } from './explain-failure';
import type { ShownFailure } from './failure-of';

/** The clear picture of a failure, when there is nothing else to show: what it is and what to do about it. */
export function FailureScreen({ failure, onRetry }: { failure: ShownFailure; onRetry?: () => void }) {
  const { title, meaning, steps } = explainFailure(failure);
  return (
    <section
      className="mx-auto flex w-full max-w-xl flex-col gap-4 px-4 py-12"
      aria-labelledby="failure-title"
    >
      <TriangleAlert aria-hidden className="size-6 text-down" />
      <h1 id="failure-title" className="font-semibold text-ink text-xl">
        {title}
      </h1>
      <p className="text-ink text-md">{meaning}</p>
      <ol className="list-decimal space-y-1.5 pl-5 text-ink-2 text-md marker:text-ink-3">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {failure.retry_at ? (
        <p className="text-ink text-md">
          <Countdown key={failure.retry_at} iso={failure.retry_at} onEnd={onRetry} />
        </p>
      ) : null}
      <div className="flex items-center gap-2 pt-1">
        {onRetry ? (
          <Button onClick={onRetry}>
            <RefreshCw aria-hidden />
            Try again
          </Button>
        ) : null}
        <Link
          href="/monitors"
          prefetch={false}
          className={`${buttonClass('ghost')} hover:bg-raised hover:text-ink`}
        >
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
