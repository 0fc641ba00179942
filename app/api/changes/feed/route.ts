import { readWall } from '@/lib/server/api/parameters';
import { feedRoute } from '@/lib/server/api/route';

/** A feed with a token that has a view shows this view, whatever its address asks for. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = feedRoute(
  async ({ container, view, url }) => {
    const search = view ? new URLSearchParams(view) : url.searchParams;
    search.delete('token');
    const query = readWall(container.filtersOfView(search));
    return {
      etaggedBody: await container.getOutageFeed(query, search.toString()),
      contentType: 'application/atom+xml; charset=utf-8',
    };
  },
);
