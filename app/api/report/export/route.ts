import { besideView } from '@/lib/contract/report';
import { readReportExport } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url }) => {
  const search = container.filtersOfView(url.searchParams, besideView);
  return { download: await container.exportReport(readReportExport(search)) };
});
