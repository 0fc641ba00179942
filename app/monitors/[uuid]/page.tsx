import { dehydrate, QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { HydrateQueries } from '@/components/layout/hydrate-queries';
import { PageTitle } from '@/components/layout/page-title';
import { visibleName } from '@/components/monitor/monitor-names';
import { MonitorScreen } from '@/components/monitor-detail/monitor-screen';
import type { EtaggedBody } from '@/lib/client/fetch-json';
import { monitorDetailKey } from '@/lib/client/queries';
import type { MonitorDetail } from '@/lib/contract/responses';
import type { Container } from '@/lib/server/container';
import { page } from '@/lib/server/http/page';
import { pageData } from '@/lib/server/http/page-data';
import { type PageSearch, pathWithSearch } from '@/lib/server/http/path-with-search';

type Props = { params: Promise<{ uuid: string }>; searchParams: Promise<PageSearch> };

/**
 * Returns what is known already, so that the page does not wait for upstream; the browser requests the rest.
 * Reads from upstream only when nothing is known.
 */
async function readMonitor(
  { knownMonitor, getMonitor }: Pick<Container, 'knownMonitor' | 'getMonitor'>,
  uuid: string,
) {
  const known = knownMonitor(uuid);
  return known ? { answer: known, failure: null } : pageData(() => getMonitor(uuid));
}

const pagePath = async ({ params, searchParams }: Props) =>
  pathWithSearch(`/monitors/${encodeURIComponent((await params).uuid)}`, await searchParams);

export default page<Props, React.ReactNode>(pagePath, async ({ params }, { container }) => {
  const { uuid } = await params;
  const { answer, failure } = await readMonitor(container, uuid);
  if (failure?.code === 'monitor_not_found') notFound();
  const queryKey = monitorDetailKey(uuid);
  const queryClient = new QueryClient();
  // A partial monitor must not replace the complete one that the browser may have cached on an earlier visit.
  if (answer && !answer.body.meta.partial) {
    const cached = { body: answer.body, etag: answer.tag };
    const updatedAt = container.clock.now();
    queryClient.setQueryData<EtaggedBody<MonitorDetail>>(queryKey, cached, { updatedAt });
  }
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
