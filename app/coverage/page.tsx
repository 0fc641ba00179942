import { CoverageScreen } from '@/components/coverage/coverage-screen';
import { PageTitle } from '@/components/layout/page-title';
import { type PageSearch, page, pathWithSearch } from '@/lib/server/api/page';

interface Props {
  searchParams: Promise<PageSearch>;
}

/** The page needs no data: the list comes from the user. */
export default page<Props, React.ReactNode>(
  ({ searchParams }) => pathWithSearch('/coverage', searchParams),
  async () => (
    <>
      <PageTitle name="Coverage" />
      <CoverageScreen />
    </>
  ),
);
