import { RefreshCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import { StatePanel } from '@/components/ui/state-panel';
import { formatAge } from '@/lib/text/format';
import { type Explanation, explainError, type ShownFailure } from './explain-error';

/** The content of a page without data: what failed, what to do, when the next attempt is, error code and request ID. */
export function ErrorScreen(props: {
  failure: ShownFailure;
  subject?: ReactNode;
  /** Replaces the default explanation of the failure's code. */
  explanation?: Explanation;
  /** Called by the button "Try again"; without it there is no button. */
  onRetry?: (() => void) | undefined;
  /** Called when the countdown to `retry_at` ends, without user action. */
  onDue?: () => void;
}) {
  const { failure, subject, explanation, onRetry, onDue } = props;
  const { title, meaning, steps } = explanation ?? explainError(failure);
  const { code, request_id, retry_at } = failure;
  return (
    <StatePanel
      icon={TriangleAlert}
      isError
      title={title}
      actions={
        <>
          {onRetry ? (
            <Button onClick={onRetry}>
              <RefreshCw />
              Try again
            </Button>
          ) : null}
          <Link href="/monitors" className={buttonClass()}>
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
      {retry_at ? (
        <p className="text-ink">
          <Countdown key={retry_at} iso={retry_at} onEnd={onDue} />
        </p>
      ) : null}
      <p className="font-mono text-ink-3 text-xs">
        {code}
        {request_id ? ` · request ${request_id}` : ''}
      </p>
    </StatePanel>
  );
}

/** A countdown such as "Retrying in 34 s". @param onEnd called once when the time is reached */
export function Countdown({ iso, onEnd }: { iso: string; onEnd?: (() => void) | undefined }) {
  const seconds = Math.ceil((Date.parse(iso) - useNow()) / 1000);
  const isOver = seconds <= 0;
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return isOver ? <span>Retrying now…</span> : <span aria-live="off">Retrying in {formatAge(seconds)}</span>;
}
