import { signOut } from '@/lib/server/api/sign-in';
import { signInRoute } from '@/lib/server/api/sign-in-route';

/**
 * Ends the session. Accepts only POST from our own pages, so that links and images of other sites cannot sign
 * users out.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signInRoute({
  POST: async ({ access, cookies }) => signOut(access, cookies),
});
