import { refuseParameters } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  async ({ container, caller, url, params }) => {
    refuseParameters(url);
    const options = caller.token === null ? {} : { beforeRead: container.limitScriptReads };
    return { etaggedBody: await container.getMonitor(String(params.uuid), options) };
  },
);
