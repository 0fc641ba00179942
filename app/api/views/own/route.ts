import { refuseParameters } from '@/lib/server/api/parameters';
import { readViewChanges } from '@/lib/server/api/read-view-changes';
import { personRoute } from '@/lib/server/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = personRoute(
  async ({ container: { ownViews }, person, request, url }) => {
    refuseParameters(url);
    if (request.method !== 'POST') return { json: { data: await ownViews.read(person) } };
    return { json: { data: await ownViews.change(person, await readViewChanges(request)) } };
  },
);
