import { refuseParameters } from '@/lib/server/api/parameters';
import { postRoute } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = postRoute(async ({ container, url }) => {
  refuseParameters(url);
  const answer = await container.readNow.list();
  return { json: answer, status: answer.data.outcome === 'started' ? 202 : 200 };
});
