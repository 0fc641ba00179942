import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { headers } from 'next/headers';
import type { SearchParams } from 'nuqs/server';
import { MonitorsScreen } from '@/components/monitors/monitors-screen';
import { PageTitle } from '@/components/shell/page-title';
import { loadMonitorsUrl, queryOfUrl } from '@/lib/client/monitors-url';
import { monitorsQuery } from '@/lib/client/queries';
import { getContainer } from '@/lib/server/container';
import { pageData } from '@/lib/server/http/page-data';
import { viewerOf } from '@/lib/server/http/viewer';

export default async function MonitorsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = queryOfUrl(await loadMonitorsUrl(searchParams));
  const { listMonitors, refresher } = await getContainer();
  const viewer = viewerOf(await headers());
  refresher.seen(viewer.id, viewer.wish);
  const first = await pageData(() => listMonitors(query));
  const queries = new QueryClient();
  if (first.answer) queries.setQueryData(monitorsQuery(query, 'off').queryKey, first.answer);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageTitle name="Monitors" />
      <MonitorsScreen failedFirst={first.failure} />
    </HydrationBoundary>
  );
}
