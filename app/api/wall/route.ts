import { readWall } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

/** A wall with a token shows the view of the token and ignores the filters of the URL. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, caller, url }) => {
  const search = caller.view === null ? url.searchParams : new URLSearchParams(caller.view);
  return { etaggedBody: await container.getWall(readWall(container.filtersOfView(search))) };
}, 'wall');
