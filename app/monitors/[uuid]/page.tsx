import { dehydrate, QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from 'next/navigation';
import { HydrateQueries } from '@/components/layout/hydrate-queries';
import { PageTitle } from '@/components/layout/page-title';
import { MonitorScreen } from '@/components/monitor-detail/monitor-screen';
import type { BodyWithEtag } from '@/lib/client/fetch-json';
import { monitorHistoryKey } from '@/lib/client/history-queries';
import { loadDays } from '@/lib/client/monitors-url';
import { monitorDetailKey } from '@/lib/client/queries';
import type { MonitorHistory } from '@/lib/contract/changes';
import type { HistoryDays } from '@/lib/contract/limits';
import type { MonitorDetail } from '@/lib/contract/responses';
import { type PageSearch, page, pathWithSearch } from '@/lib/server/api/page';
import { optionalData, pageData } from '@/lib/server/api/page-data';
import { uuidBeforePunctuation } from '@/lib/server/api/parameters';
import type { Container } from '@/lib/server/container';
import { visibleName } from '@/lib/text/visible-name';

type Props = { params: Promise<{ uuid: string }>; searchParams: Promise<PageSearch> };

/** Adds the history of a monitor to the dehydrated queries. */
async function addHistory(
  queryClient: QueryClient,
  { clock, getMonitorHistory }: Pick<Container, 'clock' | 'getMonitorHistory'>,
  uuid: string,
  days: HistoryDays,
): Promise<void> {
  const answer = await optionalData(() => getMonitorHistory(uuid, days));
  if (answer === null) return;
  queryClient.setQueryData<BodyWithEtag<MonitorHistory>>(monitorHistoryKey(uuid, days), answer, {
    updatedAt: clock.now(),
  });
}

const pagePath = async ({ params, searchParams }: Props) =>
  pathWithSearch(`/monitors/${encodeURIComponent((await params).uuid)}`, searchParams);

export default page<Props, React.ReactNode>(pagePath, async ({ params, searchParams }, { container }) => {
  const { uuid } = await params;
  const linked = uuidBeforePunctuation(uuid);
  if (linked !== null) redirect(`/monitors/${linked}${await pathWithSearch('', searchParams)}`);
  const { days } = await loadDays(searchParams);
  const { clock, knownMonitor, getMonitor } = container;
  // What is known already is shown without waiting for upstream; the browser requests the rest.
  const { answer, failure } = await pageData(async () => knownMonitor(uuid) ?? getMonitor(uuid));
  if (failure?.code === 'monitor_not_found') notFound();
  const queryKey = monitorDetailKey(uuid);
  const queryClient = new QueryClient();
  // A partial monitor must not replace the complete one that the browser may have cached on an earlier visit.
  if (answer && !answer.body.meta.partial) {
    queryClient.setQueryData<BodyWithEtag<MonitorDetail>>(queryKey, answer, { updatedAt: clock.now() });
  }
  await addHistory(queryClient, container, uuid, days);
  return (
    <HydrateQueries state={dehydrate(queryClient)} failed={failure && { queryKey, failure }}>
      <PageTitle name={visibleName(answer?.body.data.name ?? '') ?? 'Monitor'} />
      <MonitorScreen
        uuid={uuid}
        known={answer?.body ?? null}
        isInvalid={failure?.code === 'invalid_parameter'}
      />
    </HydrateQueries>
  );
});
