import { dehydrate, QueryClient } from '@tanstack/react-query';
import { HydrateQueries } from '@/components/layout/hydrate-queries';
import { PageTitle } from '@/components/layout/page-title';
import { MonitorsScreen } from '@/components/monitor-list/monitors-screen';
import type { EtaggedBody } from '@/lib/client/fetch-json';
import { loadMonitorsSearch, readMonitorsUrl } from '@/lib/client/monitors-url';
import { monitorListKey } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/responses';
import { type PageSearch, page, pathWithSearch } from '@/lib/server/api/page';
import { pageData } from '@/lib/server/api/page-data';

interface Props {
  searchParams: Promise<PageSearch>;
}

export default page<Props, React.ReactNode>(
  ({ searchParams }) => pathWithSearch('/monitors', searchParams),
  async ({ searchParams }, { container: { clock, listMonitors } }) => {
    const { query, refused } = readMonitorsUrl(await loadMonitorsSearch(searchParams));
    // Parameters that the API would reject are not queried; the screen reports them.
    const result = refused.length > 0 ? null : await pageData(() => listMonitors(query));
    const queryKey = monitorListKey(query);
    const queryClient = new QueryClient();
    if (result?.answer) {
      const updatedAt = clock.now();
      queryClient.setQueryData<EtaggedBody<MonitorList>>(queryKey, result.answer, { updatedAt });
    }
    return (
      <HydrateQueries
        state={dehydrate(queryClient)}
        failed={result?.failure ? { queryKey, failure: result.failure } : null}
      >
        <PageTitle name="Monitors" />
        <MonitorsScreen />
      </HydrateQueries>
    );
  },
);
