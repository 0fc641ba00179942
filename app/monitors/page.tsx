import { PageAnswers } from '@/components/answers/answers-provider';
import { MonitorsScreen } from '@/components/monitors/monitors-screen';
import { PageTitle } from '@/components/shell/page-title';
import type { Known } from '@/lib/client/answers';
import { queryOfUrl, readMonitorsUrl } from '@/lib/client/monitors-url';
import { loadMonitorsSearch } from '@/lib/client/search-params';
import type { MonitorList } from '@/lib/contract/answers';
import { serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { page } from '@/lib/server/http/page';
import { pageData } from '@/lib/server/http/page-data';
import { type PageSearch, pathWithSearch } from '@/lib/server/http/path-with-search';

interface Props {
  searchParams: Promise<PageSearch>;
}

export default page<Props, React.ReactNode>(
  async ({ searchParams }) => pathWithSearch('/monitors', await searchParams),
  async ({ searchParams }, { container: { clock, listMonitors } }) => {
    const url = readMonitorsUrl(await loadMonitorsSearch(searchParams));
    const query = queryOfUrl(url);
    // What the API would refuse is not read; the screen says what is refused.
    const first = url.refused.length > 0 ? null : await pageData(() => listMonitors(query));
    const key = serializeInventoryQuery(query);
    const list: Known<MonitorList> | null =
      first &&
      (first.answer
        ? { key, answer: first.answer, answeredAt: clock.now() }
        : { key, failure: first.failure });
    return (
      <PageAnswers list={list}>
        <PageTitle name="Monitors" />
        <MonitorsScreen />
      </PageAnswers>
    );
  },
);
