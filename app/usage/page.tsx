import { PageTitle } from '@/components/layout/page-title';
import { UsageScreen } from '@/components/usage/usage-screen';
import { type PageSearch, page, pathWithSearch } from '@/lib/server/api/page';

interface Props {
  searchParams: Promise<PageSearch>;
}

/** The page needs no data of its own: the layout adds the usage counters to every page. */
export default page<Props, React.ReactNode>(
  ({ searchParams }) => pathWithSearch('/usage', searchParams),
  async () => (
    <>
      <PageTitle name="Usage" />
      <UsageScreen />
    </>
  ),
);
