import { finishSignIn } from '@/lib/server/api/sign-in';
import { signInRoute } from '@/lib/server/api/sign-in-route';
import { FailureError } from '@/lib/server/errors';

/** The OpenID provider redirects the browser back to this route. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signInRoute({
  GET: async ({ access, url, cookies }) => {
    if (access.mode !== 'oidc') throw new FailureError({ code: 'not_found' });
    return finishSignIn(access, { search: url.search, cookies });
  },
});
