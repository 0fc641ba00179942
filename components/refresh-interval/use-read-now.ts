import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useClock } from '@/components/ui/clock';
import { useRequestContext } from '@/components/ui/use-request-context';
import { useTemporary } from '@/components/ui/use-temporary';
import { ApiError } from '@/lib/client/fetch-json';
import { readNowMutation, usageKey } from '@/lib/client/queries';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import { formatAge } from '@/lib/text/format';
import { requests } from './interval-labels';

/** The display time of the outcome, in milliseconds. */
const SHOWN_MS = 8000;

/**
 * Requests an immediate read of all monitors or of one monitor.
 *
 * @param queryKey the query that is refetched after the read
 * @param uuid null for all monitors
 * @returns `read` starts a read; `isBusy` while one is in progress; `message` is the last outcome, null after
 *   its display time
 */
export function useReadNow(queryKey: QueryKey, uuid: string | null = null) {
  const queryClient = useQueryClient();
  const clock = useClock();
  const context = useRequestContext();
  const [outcome, setOutcome] = useTemporary<{ of: string | null; message: string }>(SHOWN_MS);
  const show = (message: string) => setOutcome({ of: uuid, message });
  const reload = () => queryClient.refetchQueries({ queryKey, exact: true });
  const mutation = readNowMutation({ uuid, queryKey }, context, (answer) =>
    show(readNowMessage(answer, clock.now())),
  );
  const filter = { mutationKey: mutation.mutationKey, exact: true };
  const { mutate } = useMutation({
    ...mutation,
    onSuccess: async (answer) => {
      await reload();
      show(readNowMessage(answer, clock.now()));
    },
    onError: async (error) => {
      // Nothing was read, so there is no new data to refetch. If Sightline is unreachable, the refetch fails
      // too and the error is shown.
      if (error instanceof ApiError && error.body) return show(error.message);
      await reload();
      show('Refresh requested, but Sightline didn’t respond.');
    },
    // Not awaited, so that the user can press the button again at once.
    onSettled: () => {
      void queryClient.refetchQueries({ queryKey: usageKey });
    },
  });
  const read = () => {
    if (queryClient.isMutating(filter) === 0) mutate();
  };
  const isBusy = useIsMutating(filter) > 0;
  return { read, isBusy, message: outcome?.of === uuid ? outcome.message : null };
}

/**
 * The message of a "read now" response: its cost, or the reason of a rejection.
 *
 * @param now epoch milliseconds
 */
export function readNowMessage({ data }: ReadNowAnswer, now: number): string {
  const { outcome, cost, reason } = data;
  const why = `${reason?.message ?? ''}${retryMessage(reason?.retry_at ?? null, now)}`;
  switch (outcome) {
    case 'read':
      return reason === null
        ? `Refreshed (${requests(cost)}).`
        : `Refreshed (${requests(cost)}). Some monitors couldn’t be read: ${reason.message}`;
    case 'reading':
      return `Reading now: ${requests(cost)}. Results appear as they load.`;
    case 'failed':
      return `Failed (${requests(cost)}). ${why}`.trim();
    case 'refused':
      return `Not read. ${why}`.trim();
  }
}

function retryMessage(retryAt: string | null, now: number): string {
  if (retryAt === null) return '';
  const seconds = Math.ceil((Date.parse(retryAt) - now) / 1000);
  return seconds <= 0 ? ' Try again now.' : ` Try again in ${formatAge(seconds)}.`;
}
