import { RefreshCw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Countdown } from './countdown';
import { ErrorState, type ErrorStateProps } from './error-state';

interface ErrorScreenProps extends Omit<ErrorStateProps, 'wait' | 'action'> {
  /** Called by the button "Try again"; without it there is no button. */
  onRetry?: (() => void) | undefined;
  /** Called when the countdown to `retry_at` ends, without user action. */
  onDue?: () => void;
}

/** The error state of a temporary failure, with a countdown to the next attempt and a retry button. */
export function ErrorScreen({ onRetry, onDue, ...state }: ErrorScreenProps) {
  const { retry_at } = state.failure;
  return (
    <ErrorState
      {...state}
      wait={retry_at ? <Countdown key={retry_at} iso={retry_at} onEnd={onDue} /> : null}
      action={
        onRetry ? (
          <Button onClick={onRetry}>
            <RefreshCw />
            Try again
          </Button>
        ) : null
      }
    />
  );
}
