import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { MonitorsScreen } from '@/components/monitors/monitors-screen';
import { loadMonitorsUrl, queryOfUrl } from '@/lib/client/monitors-url';
import { monitorsQuery } from '@/lib/client/queries';
import { getContainer } from '@/lib/server/container';
import { pageData } from '@/lib/server/http/page-data';

export const metadata: Metadata = { title: 'Monitors' };

export default async function MonitorsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = queryOfUrl(await loadMonitorsUrl(searchParams));
  const { listMonitors } = await getContainer();
  const first = await pageData(() => listMonitors(query));
  const queries = new QueryClient();
  if (first.answer) queries.setQueryData(monitorsQuery(query).queryKey, first.answer);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <MonitorsScreen failedFirst={first.failure} />
    </HydrationBoundary>
  );
}
