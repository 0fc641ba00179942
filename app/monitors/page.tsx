import { PageAnswers } from '@/components/answers/answers-provider';
import { MonitorsScreen } from '@/components/monitors/monitors-screen';
import { PageTitle } from '@/components/shell/page-title';
import { parseMonitorsUrl, queryOfUrl } from '@/lib/client/monitors-url';
import { serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { page } from '@/lib/server/http/page';
import { pageData } from '@/lib/server/http/page-data';
import { type PageSearch, pathWithSearch, searchOf } from '@/lib/server/http/path-with-search';

interface Props {
  searchParams: Promise<PageSearch>;
}

export default page<Props, React.ReactNode>(
  async ({ searchParams }) => pathWithSearch('/monitors', await searchParams),
  async ({ searchParams }, { container: { clock, listMonitors } }) => {
    const query = queryOfUrl(parseMonitorsUrl(searchOf(await searchParams)));
    const first = await pageData(() => listMonitors(query));
    const key = serializeInventoryQuery(query);
    return (
      <PageAnswers
        list={{
          key,
          ...(first.answer ? { answer: first.answer, answeredAt: clock.now() } : { failure: first.failure }),
        }}
      >
        <PageTitle name="Monitors" />
        <MonitorsScreen />
      </PageAnswers>
    );
  },
);
