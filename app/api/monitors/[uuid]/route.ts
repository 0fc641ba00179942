import { refuseParameters } from '@/lib/server/http/refuse-parameters';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  ({ container, url, params }) => {
    refuseParameters(url);
    return container.getMonitor(String(params.uuid));
  },
  { tagged: true },
);
