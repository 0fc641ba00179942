import { refuseParameters } from '@/lib/server/http/refuse-parameters';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  async ({ container, url, params, viewer }) => {
    refuseParameters(url);
    container.refresher.seen(viewer.id, viewer.wish);
    return { tagged: await container.getMonitor(String(params.uuid)) };
  },
);
