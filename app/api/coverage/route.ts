import { readCoverageFormat } from '@/lib/server/api/parameters';
import { postRoute } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = postRoute(
  async ({ container, request, url }) => ({
    download: await container.checkCoverage(request, readCoverageFormat(url.searchParams)),
  }),
  { tokens: true },
);
