import { refuseParameters } from '@/lib/server/http/refuse-parameters';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url, params }) => {
  refuseParameters(url);
  return { etaggedBody: await container.getMonitor(String(params.uuid)) };
});
