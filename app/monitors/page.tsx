import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { SearchParams } from 'nuqs/server';
import { MonitorsScreen } from '@/components/monitors/monitors-screen';
import { PageTitle } from '@/components/shell/page-title';
import { loadMonitorsUrl, queryOfUrl } from '@/lib/client/monitors-url';
import { monitorsQuery } from '@/lib/client/queries';
import { page } from '@/lib/server/http/page';
import { pageData } from '@/lib/server/http/page-data';
import { pathWithSearch } from '@/lib/server/http/path-with-search';

interface Props {
  searchParams: Promise<SearchParams>;
}

export default page<Props, React.ReactNode>(
  async ({ searchParams }) => pathWithSearch('/monitors', await searchParams),
  async ({ searchParams }, { container: { listMonitors, refresher }, viewer }) => {
    const query = queryOfUrl(await loadMonitorsUrl(searchParams));
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
  },
);
