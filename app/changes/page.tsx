import { dehydrate, QueryClient } from '@tanstack/react-query';
import { ChangesScreen } from '@/components/changes/changes-screen';
import { HydrateQueries } from '@/components/layout/hydrate-queries';
import { PageTitle } from '@/components/layout/page-title';
import { NotificationsMenu } from '@/components/notifications/notifications';
import { changesFiltersOf, loadChangesSearch, readChangesUrl } from '@/lib/client/changes-url';
import { CHANGES_PAGE, changesKey, fleetHistoryKey } from '@/lib/client/history-queries';
import { type PageSearch, page, pathWithSearch } from '@/lib/server/api/page';
import { optionalData } from '@/lib/server/api/page-data';
import { withBasePath } from '@/lib/text/base-path';

interface Props {
  searchParams: Promise<PageSearch>;
}

/** The page of the changes. If the server cannot read the data, the browser requests it and reports the failure. */
export default page<Props, React.ReactNode>(
  ({ searchParams }) => pathWithSearch('/changes', searchParams),
  async ({ searchParams }, { container: { clock, listChanges, getFleetHistory } }) => {
    const url = readChangesUrl(await loadChangesSearch(searchParams));
    const updatedAt = clock.now();
    const filters = changesFiltersOf(url, updatedAt);
    const [changes, fleet] = await Promise.all([
      optionalData(() => listChanges({ ...filters, limit: CHANGES_PAGE })),
      optionalData(() => getFleetHistory(url.days)),
    ]);
    const queryClient = new QueryClient();
    if (changes) {
      const first = { pages: [changes], pageParams: [null] };
      queryClient.setQueryData(changesKey(url), first, { updatedAt });
    }
    if (fleet) queryClient.setQueryData(fleetHistoryKey(url.days), fleet, { updatedAt });
    return (
      <HydrateQueries state={dehydrate(queryClient)}>
        <PageTitle name="Changes" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title="Outages"
          href={withBasePath('/api/changes/feed')}
        />
        <ChangesScreen notifications={<NotificationsMenu />} />
      </HydrateQueries>
    );
  },
);
