import { readDays } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url, params }) => {
  const days = readDays(url.searchParams);
  return { etaggedBody: await container.getMonitorHistory(String(params.uuid), days) };
});
