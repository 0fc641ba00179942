import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRequestContext } from '@/components/layout/use-request-context';
import { useClock } from '@/components/ui/clock';
import { ApiError } from '@/lib/client/fetch-json';
import { readNowMutation, usageKey } from '@/lib/client/queries';
import { readNowMessage } from './read-now-message';

/** How long the outcome is shown, milliseconds. */
const SHOWN_MS = 8000;

/**
 * Lets a person have the monitors, or one of them, read upstream at once.
 *
 * @param queryKey the query that shows what was read
 * @param uuid null: all monitors
 * @returns whether it is under way, and the outcome of the last one; null when there is nothing to say (any more)
 */
export function useReadNow(queryKey: QueryKey, uuid: string | null = null) {
  const queryClient = useQueryClient();
  const clock = useClock();
  const context = useRequestContext();
  const [outcome, setOutcome] = useState<{ of: string | null; message: string } | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const show = (message: string) => setOutcome({ of: uuid, message });
  const reload = () => queryClient.refetchQueries({ queryKey, exact: true });
  const mutation = readNowMutation(uuid, context, (answer) => {
    show(readNowMessage(answer, clock.now()));
    void reload();
  });
  const filter = { mutationKey: mutation.mutationKey, exact: true };
  const { mutate } = useMutation({
    ...mutation,
    onSuccess: async (answer) => {
      await reload();
      show(readNowMessage(answer, clock.now()));
    },
    onError: async (error) => {
      // Nothing was read, and why is on the screen already: another request would tell nothing new. Where Sightline itself
      // does not answer, the reload says so.
      if (error instanceof ApiError && error.body) return show(error.message);
      await reload();
      show('Asked for, but Sightline’s answer did not arrive.');
    },
    // Not awaited: whoever has read the outcome may press again.
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
