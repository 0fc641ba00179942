import { dehydrate, QueryClient } from '@tanstack/react-query';
import { HydrateQueries } from '@/components/layout/hydrate-queries';
import { WallScreen } from '@/components/wall/wall-screen';
import { wallKey, wallSearch } from '@/lib/client/wall-query';
import { type PageSearch, pathWithSearch, wallPage } from '@/lib/server/api/page';
import { optionalData } from '@/lib/server/api/page-data';
import { readWall } from '@/lib/server/api/parameters';

interface Props {
  searchParams: Promise<PageSearch>;
}

/** If the server cannot read the data, the browser requests it and reports the failure. */
export default wallPage<Props, React.ReactNode>(async ({ searchParams }, { container, caller }) => {
  const path = await pathWithSearch('/', searchParams);
  const search = wallSearch(new URL(path, 'http://path.invalid').searchParams);
  const queryClient = new QueryClient();
  if (caller !== null) {
    const shown = new URLSearchParams(caller.view ?? search);
    const answer = await optionalData(async () =>
      container.getWall(readWall(container.filtersOfView(shown))),
    );
    if (answer) queryClient.setQueryData(wallKey(search), answer, { updatedAt: container.clock.now() });
  }
  return (
    <HydrateQueries state={dehydrate(queryClient)}>
      <WallScreen canOpenMonitors={caller !== null && caller.token === null} />
    </HydrateQueries>
  );
});
