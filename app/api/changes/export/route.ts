import { readChangesExport } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(({ container, url }) => {
  return { download: container.exportChanges(readChangesExport(url.searchParams)) };
});
