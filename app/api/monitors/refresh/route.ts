import { refuseParameters } from '@/lib/server/http/refuse-parameters';
import { postRoute } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = postRoute(async ({ container, url }) => {
  refuseParameters(url);
  return { json: await container.readNow.list() };
});
