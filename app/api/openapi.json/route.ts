import { openApiDocument } from '@/lib/server/http/openapi/document';
import { refuseParameters } from '@/lib/server/http/refuse-parameters';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(({ url }) => {
  refuseParameters(url);
  return { etaggedBody: openApiDocument() };
});
