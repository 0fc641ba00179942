import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useClock } from '@/components/ui/clock';
import { useRequestContext } from '@/components/ui/use-request-context';
import { useTemporary } from '@/components/ui/use-temporary';
import { ApiError } from '@/lib/client/fetch-json';
import { readNowMutation, usageKey } from '@/lib/client/queries';
import type { ReadNowAnswer } from '@/lib/contract/responses';
import { formatAge, formatCount } from '@/lib/text/format';

/** The display time of the outcome, in milliseconds. */
const SHOWN_MS = 8000;

/**
 * Requests an immediate read of all monitors or of one monitor. What was read, or why it failed, is shown by the query.
 *
 * @param queryKey the query that is refetched
 * @param uuid null for all monitors
 * @returns `read` starts a read; `isBusy` while it is requested; `message` says what it costs, or why nothing is read;
 *   null after its display time
 */
export function useReadNow(queryKey: QueryKey, uuid: string | null = null) {
  const queryClient = useQueryClient();
  const clock = useClock();
  const context = useRequestContext();
  const [outcome, setOutcome] = useTemporary<{ of: string | null; message: string }>(SHOWN_MS);
  const show = (message: string) => setOutcome({ of: uuid, message });
  // No refetch is awaited: a press while the mutation is pending has no effect, and the message already tells the outcome.
  const refetch = (of: QueryKey) => void queryClient.refetchQueries({ queryKey: of, exact: true });
  const mutation = readNowMutation(uuid, context);
  const filter = { mutationKey: mutation.mutationKey, exact: true };
  const { mutate } = useMutation({
    ...mutation,
    onSuccess: (answer) => {
      show(readNowMessage(answer, clock.now()));
      refetch(queryKey);
    },
    onError: (error) => {
      // Nothing was read, so there is no new data to refetch. If Sightline is unreachable, the refetch fails
      // too and the error is shown.
      if (error instanceof ApiError && error.body) return show(error.message);
      show('Refresh requested, but Sightline didn’t respond.');
      refetch(queryKey);
    },
    onSettled: () => refetch(usageKey),
  });
  const read = () => {
    if (queryClient.isMutating(filter) === 0) mutate();
  };
  const isBusy = useIsMutating(filter) > 0;
  return { read, isBusy, message: outcome?.of === uuid ? outcome.message : null };
}

/** The message of a response: the cost, or the reason of a refusal. @param now epoch milliseconds */
export function readNowMessage({ data }: ReadNowAnswer, now: number): string {
  if (data.outcome === 'started') return `Refreshing: ${formatCount(data.cost, 'request')}.`;
  const { message, retry_at } = data.reason;
  if (retry_at === null) return `Not read. ${message}`;
  const seconds = Math.ceil((Date.parse(retry_at) - now) / 1000);
  return `Not read. ${message} ${seconds <= 0 ? 'Try again now.' : `Try again in ${formatAge(seconds)}.`}`;
}
