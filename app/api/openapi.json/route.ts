import { openApiDocument } from '@/lib/server/api/openapi/document';
import { refuseParameters } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(({ url }) => {
  refuseParameters(url);
  return { etaggedBody: openApiDocument };
});
