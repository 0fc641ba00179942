import { refuseParameters } from '@/lib/server/http/refuse-parameters';
import { route } from '@/lib/server/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(({ container, url }) => {
  refuseParameters(url);
  return { json: container.getUsage() };
});
