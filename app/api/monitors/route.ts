import { readQuery } from '@/lib/server/http/read-query';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url, viewer }) => {
  const query = readQuery(url.searchParams);
  container.refresher.seen(viewer.id, viewer.wish);
  return { tagged: await container.listMonitors(query) };
});
