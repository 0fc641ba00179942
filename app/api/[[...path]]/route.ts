import { FailureError } from '@/lib/server/errors';
import { route } from '@/lib/server/http/route';

/** Whatever no other route under /api answers. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(() => {
  throw new FailureError({ code: 'not_found' });
});
