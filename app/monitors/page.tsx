import { dehydrate, QueryClient } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { HydrateQueries } from '@/components/layout/hydrate-queries';
import { PageTitle } from '@/components/layout/page-title';
import { MonitorsScreen } from '@/components/monitor-list/monitors-screen';
import type { BodyWithEtag } from '@/lib/client/fetch-json';
import {
  acceptedPart,
  loadMonitorsSearch,
  monitorsSearchParams,
  readMonitorsUrl,
  withPast,
} from '@/lib/client/monitors-url';
import { cookieValue, preferencesCookie } from '@/lib/client/preferences';
import { monitorListKey } from '@/lib/client/queries';
import { parsePreferences } from '@/lib/contract/preferences';
import { type MonitorList, type MonitorListBody, readMonitorList } from '@/lib/contract/responses';
import { type PageSearch, page, pathWithSearch } from '@/lib/server/api/page';
import { optionalData, type PageAnswer, pageData } from '@/lib/server/api/page-data';

interface Props {
  searchParams: Promise<PageSearch>;
}

export default page<Props, React.ReactNode>(
  ({ searchParams }) => pathWithSearch('/monitors', searchParams),
  async ({ searchParams }, { container: { clock, listMonitors, views } }) => {
    const first = views.all().find((view) => view.default);
    const given = Object.keys(await searchParams);
    const isPlain = !given.some((name) => Object.hasOwn(monitorsSearchParams, name));
    if (isPlain && first && first.query !== '') redirect(`/monitors?${first.query}`);
    const { query: filters, refused } = readMonitorsUrl(await loadMonitorsSearch(searchParams));
    const cookies = (await headers()).get('cookie');
    const query = withPast(filters, parsePreferences(cookieValue(cookies, preferencesCookie)));
    // Parameters that the API would reject are not queried; the screen reports them.
    const result = refused.length > 0 ? null : await pageData(() => listMonitors(query));
    const queryKey = monitorListKey(query);
    const queryClient = new QueryClient();
    const keep = (key: typeof queryKey, { body, etag }: PageAnswer<MonitorListBody>) => {
      const list = { body: readMonitorList(body), etag };
      queryClient.setQueryData<BodyWithEtag<MonitorList>>(key, list, { updatedAt: clock.now() });
    };
    if (result?.answer) keep(queryKey, result.answer);
    else if (result === null || result.failure.code === 'invalid_parameter') {
      const accepted = acceptedPart(query);
      const answer = await optionalData(() => listMonitors(accepted));
      if (answer) keep(monitorListKey(accepted), answer);
    }
    return (
      <HydrateQueries
        state={dehydrate(queryClient)}
        failed={result?.failure ? { queryKey, failure: result.failure } : null}
      >
        <PageTitle name="Monitors" />
        <MonitorsScreen hasDefaultView={first !== undefined} />
      </HydrateQueries>
    );
  },
);
