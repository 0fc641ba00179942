import { refuseParameters } from '@/lib/server/api/parameters';
import { postRoute } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = postRoute(
  async ({ container, url, params }) => {
    refuseParameters(url);
    const answer = await container.readNow.monitor(String(params.uuid));
    return { json: answer, status: answer.data.outcome === 'started' ? 202 : 200 };
  },
);
