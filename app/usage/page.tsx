import { PageTitle } from '@/components/layout/page-title';
import { UsageScreen } from '@/components/usage/usage-screen';
import { page } from '@/lib/server/http/page';
import { type PageSearch, pathWithSearch } from '@/lib/server/http/path-with-search';

interface Props {
  searchParams: Promise<PageSearch>;
}

/** Its first figures are the counters that the layout adds to every page for the banner. */
export default page<Props, React.ReactNode>(
  async ({ searchParams }) => pathWithSearch('/usage', await searchParams),
  async () => (
    <>
      <PageTitle name="Usage" />
      <UsageScreen />
    </>
  ),
);
