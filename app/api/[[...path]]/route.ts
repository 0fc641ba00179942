import { FailureError } from '@/lib/server/errors';
import { route } from '@/lib/server/http/route';

/** Responds with 404 to every path under /api that has no other route. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(() => {
  throw new FailureError({ code: 'not_found' });
});
