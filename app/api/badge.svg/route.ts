import { readShared } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url }) => {
  const { query, name } = readShared(url.searchParams, container.filtersOfView);
  return {
    etaggedBody: await container.getBadge(query, name),
    contentType: 'image/svg+xml; charset=utf-8',
  };
}, 'view');
