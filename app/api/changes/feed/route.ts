import { readShared } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

/** If the token of a feed has a view, the feed shows this view and ignores the filters of the URL. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, caller, url }) => {
  const given = caller.view ? new URLSearchParams(caller.view) : url.searchParams;
  const { query, search } = readShared(given, container.filtersOfView);
  return {
    etaggedBody: await container.getOutageFeed(query, search),
    contentType: 'application/atom+xml; charset=utf-8',
  };
}, 'feed');
