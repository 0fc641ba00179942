import { readExport } from '@/lib/server/api/read-query';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(({ container, url }) => {
  return { download: container.exportMonitors(readExport(url.searchParams)) };
});
