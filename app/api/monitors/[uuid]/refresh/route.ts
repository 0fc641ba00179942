import { refuseParameters } from '@/lib/server/http/refuse-parameters';
import { postRoute } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = postRoute(
  async ({ container, url, params }) => {
    refuseParameters(url);
    return { json: await container.readNow.monitor(String(params.uuid)) };
  },
);
