import { readExport } from '@/lib/server/http/read-query';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(({ container, url }) => {
  return { download: container.exportMonitors(readExport(url.searchParams)) };
});
