import { refuseParameters } from '@/lib/server/api/refuse-parameters';
import { postRoute } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = postRoute(
  async ({ container, url, params }) => {
    refuseParameters(url);
    return { json: await container.readNow.monitor(String(params.uuid)) };
  },
);
