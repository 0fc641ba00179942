import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import type { ShownFailure } from '@/components/errors/explain-error';
import { useFailure } from '@/components/errors/failure';
import { useLastData } from '@/components/ui/use-last-data';
import { useRequestContext } from '@/components/ui/use-request-context';
import { daysParser } from '@/lib/client/days-param';
import { monitorHistoryQuery } from '@/lib/client/history-queries';
import type { MonitorHistory } from '@/lib/contract/changes';
import type { HistoryDays } from '@/lib/contract/history-days';

/**
 * What was observed of a monitor, in the range of the URL.
 *
 * @param defaultDays the range without a parameter in the URL
 * @returns `shown`: what is known, of the previous range while another one is loaded; null: nothing yet. `days`: the
 *   chosen range.
 */
export function useObserved(
  uuid: string,
  defaultDays: HistoryDays,
): {
  days: HistoryDays;
  setDays: (days: HistoryDays) => void;
  shown: { days: HistoryDays; history: MonitorHistory } | null;
  failure: ShownFailure | null;
} {
  const [days, setDays] = useQueryState('days', daysParser.withDefault(defaultDays));
  const query = useQuery(monitorHistoryQuery(uuid, days, useRequestContext()));
  const failure = useFailure(`${uuid} ${days}`, query);
  const observed = useLastData(days, query.data);
  return {
    days,
    setDays: (chosen) => void setDays(chosen),
    shown: observed && { days: observed.request, history: observed.data.body },
    failure,
  };
}
