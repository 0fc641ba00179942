import 'server-only';
import type { RouteCaller } from '../auth/gate.ts';
import type { Container } from '../container.ts';
import { FailureError } from '../errors.ts';

/**
 * Admits the caller of a route: a user with a session, or a script with a token.
 * @throws FailureError `signed_out`, `invalid_token`, `token_limited`, `storage_unreachable`
 */
export async function admit(
  { access }: Pick<Container, 'access'>,
  { headers }: { headers: Pick<Headers, 'get'> },
): Promise<RouteCaller> {
  const caller = await access.gate.admitToRoute({
    cookies: headers.get('cookie'),
    authorization: headers.get('authorization'),
    address: headers.get('x-forwarded-for') ?? 'unknown',
  });
  if (caller === null) throw new FailureError({ code: 'signed_out' });
  return caller;
}
