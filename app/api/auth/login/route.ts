import { beginSignIn, signInWithPassword } from '@/lib/server/api/sign-in';
import { readForm, signInRoute } from '@/lib/server/api/sign-in-route';
import { FailureError } from '@/lib/server/errors';

/** GET redirects to the OpenID provider; POST receives the password form. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = signInRoute({
  GET: async ({ access, url, cookies }) => {
    if (access.mode !== 'oidc') throw new FailureError({ code: 'not_found' });
    return beginSignIn(access, url.searchParams.get('next'), cookies);
  },
  POST: async ({ access, request, address, cookies }) => {
    if (access.mode !== 'password') throw new FailureError({ code: 'not_found' });
    const form = await readForm(request);
    const password = form?.get('password');
    if (!password) {
      throw new FailureError({ code: 'invalid_parameter', parameter: 'password', detail: 'is missing' });
    }
    return signInWithPassword(access, { password, next: form?.get('next') ?? null, address, cookies });
  },
});
