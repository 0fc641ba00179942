import { readQuery } from '@/lib/server/api/read-query';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url }) => {
  const query = readQuery(url);
  return { etaggedBody: await container.listMonitors(query) };
});
