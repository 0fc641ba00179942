import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { MonitorScreen } from '@/components/monitor/monitor-screen';
import { PageTitle } from '@/components/shell/page-title';
import { monitorQuery } from '@/lib/client/queries';
import { getContainer } from '@/lib/server/container';
import { pageData } from '@/lib/server/http/page-data';

type Props = { params: Promise<{ uuid: string }> };

/**
 * What is known is shown at once, and the browser asks for the rest: a page that waited for upstream would keep
 * whoever opens a monitor from what the list knows already. Only where nothing is known it is read here.
 */
async function read(uuid: string) {
  const { getMonitor, knownMonitor } = await getContainer();
  const known = knownMonitor(uuid);
  return known ? { answer: known, failure: null } : pageData(() => getMonitor(uuid));
}

export default async function MonitorPage({ params }: Props) {
  const { uuid } = await params;
  const { answer, failure } = await read(uuid);
  if (failure?.code === 'monitor_not_found') notFound();
  const queries = new QueryClient();
  const isWhole = answer !== null && !answer.body.meta.partial;
  // A part must not take the place of the whole that the browser may hold from a visit before.
  if (isWhole) queries.setQueryData(monitorQuery(uuid).queryKey, { body: answer.body, tag: answer.tag });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageTitle name={answer?.body.data.name || 'Monitor'} />
      <MonitorScreen uuid={uuid} known={answer?.body ?? null} failedFirst={failure} />
    </HydrationBoundary>
  );
}
