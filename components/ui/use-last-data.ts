import { useState } from 'react';

/**
 * The data of a request, or of the previous request while it has none. So the rows of the previous filter stay until
 * those of the next one arrive, also if loading fails. `keepPreviousData` of TanStack Query does not tell what the data
 * that it keeps belongs to, and drops it after a failure.
 *
 * @param request what was requested; equal requests are the same object, or the same text or number
 * @param data undefined while there is none
 * @returns the data with its own request; null while there has been none
 */
export function useLastData<Request, Data>(
  request: Request,
  data: Data | undefined,
): { request: Request; data: Data } | null {
  const [last, setLast] = useState<{ request: Request; data: Data } | null>(null);
  if (data === undefined) return last;
  if (last?.data === data && last.request === request) return last;
  const current = { request, data };
  setLast(current);
  return current;
}
