import { readChangesExport } from '@/lib/server/http/read-changes-query';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(({ container, url }) => {
  return { download: container.exportChanges(readChangesExport(url.searchParams)) };
});
