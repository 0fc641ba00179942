import { dehydrate, QueryClient } from '@tanstack/react-query';
import { HydrateQueries } from '@/components/layout/hydrate-queries';
import { PageTitle } from '@/components/layout/page-title';
import { ReviewScreen } from '@/components/review/review-screen';
import type { BodyWithEtag } from '@/lib/client/fetch-json';
import { reviewKey } from '@/lib/client/queries';
import type { Review } from '@/lib/contract/review';
import { type PageSearch, page, pathWithSearch } from '@/lib/server/api/page';
import { pageData } from '@/lib/server/api/page-data';

interface Props {
  searchParams: Promise<PageSearch>;
}

export default page<Props, React.ReactNode>(
  ({ searchParams }) => pathWithSearch('/review', searchParams),
  async (_props, { container: { clock, getReview } }) => {
    const { answer, failure } = await pageData(getReview);
    const queryClient = new QueryClient();
    if (answer) queryClient.setQueryData<BodyWithEtag<Review>>(reviewKey, answer, { updatedAt: clock.now() });
    return (
      <HydrateQueries
        state={dehydrate(queryClient)}
        failed={failure ? { queryKey: reviewKey, failure } : null}
      >
        <PageTitle name="Review" />
        <ReviewScreen />
      </HydrateQueries>
    );
  },
);
