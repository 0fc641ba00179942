import { openWall } from '@/lib/server/api/sign-in';
import { signInRoute } from '@/lib/server/api/sign-in-route';

/** Receives the token of a wall, and sets the cookie that opens it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signInRoute({
  POST: async ({ access, request }) => openWall(access, request.headers.get('authorization')),
});
