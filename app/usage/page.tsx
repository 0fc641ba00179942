import { PageTitle } from '@/components/layout/page-title';
import { UsageScreen } from '@/components/usage/usage-screen';
import { page } from '@/lib/server/api/page';
import { type PageSearch, pathWithSearch } from '@/lib/server/api/path-with-search';

interface Props {
  searchParams: Promise<PageSearch>;
}

/** The page needs no data of its own: the layout adds the usage counters to every page. */
export default page<Props, React.ReactNode>(
  async ({ searchParams }) => pathWithSearch('/usage', await searchParams),
  async () => (
    <>
      <PageTitle name="Usage" />
      <UsageScreen />
    </>
  ),
);
