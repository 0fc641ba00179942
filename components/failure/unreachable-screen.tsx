import type { ShownFailure } from './failure-of';
import { unreachable } from './unreachable';

interface UnreachableScreenProps {
  failure?: Pick<ShownFailure, 'error'> | null;
  onRetry?: () => void;
}

/**
 * Stands where the picture of a failure could not be loaded. That mostly has the reason of the failure itself: Sightline
 * is out of reach. Of another one it says what the server said.
 */
export function UnreachableScreen({ failure, onRetry }: UnreachableScreenProps) {
  const said = failure?.error;
  return (
    <section className="mx-auto flex w-full max-w-xl flex-col items-start gap-4 px-4 py-12">
      <h1 className="font-semibold text-ink text-xl">{said ?? unreachable.title}</h1>
      {said ? null : (
        <>
          <p className="text-ink text-md">{unreachable.meaning}</p>
          <ol className="list-decimal space-y-1.5 pl-5 text-ink-2 text-md">
            {unreachable.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      <button type="button" onClick={onRetry} className="text-accent underline underline-offset-2">
        Try again
      </button>
    </section>
  );
}
