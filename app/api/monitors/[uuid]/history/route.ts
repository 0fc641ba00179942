import { readDays } from '@/lib/server/http/read-changes-query';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url, params }) => {
  const days = readDays(url.searchParams);
  return { etaggedBody: await container.getMonitorHistory(String(params.uuid), days) };
});
