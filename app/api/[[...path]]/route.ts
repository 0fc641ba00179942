import { route } from '@/lib/server/api/route';
import { FailureError } from '@/lib/server/errors';

/** Responds with 404 to every path under /api that has no other route. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(() => {
  throw new FailureError({ code: 'not_found' });
});
