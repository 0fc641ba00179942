import { besideView } from '@/lib/contract/report';
import { readReport } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url }) => {
  return {
    etaggedBody: await container.getReport(readReport(container.filtersOfView(url.searchParams, besideView))),
  };
});
