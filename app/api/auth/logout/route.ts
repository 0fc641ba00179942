import { signInRoute } from '@/lib/server/http/sign-in-route';
import { signOut } from '@/lib/server/services/sign-in';

/** Ends the session. POST only, from our own pages only: a link or an image elsewhere must sign nobody out. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signInRoute({
  POST: async ({ access, cookies }) => signOut(access, access.mode === 'oidc' ? access.oidc : null, cookies),
});
