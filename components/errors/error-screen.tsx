import { RefreshCw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Countdown } from './countdown';
import { ErrorState, type ErrorStateProps } from './error-state';

interface ErrorScreenProps extends Omit<ErrorStateProps, 'wait' | 'action'> {
  /** Somebody wants it tried again now. */
  onRetry?: () => void;
  /** The moment has come from which on it may go better. Nobody has asked for anything. */
  onDue?: () => void;
}

/** The picture of a failure that may pass: it counts down to the next try, and can be tried by hand. */
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
