import { refuseParameters } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(({ container, url }) => {
  refuseParameters(url);
  return { etaggedBody: container.getViews() };
});
