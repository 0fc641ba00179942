import 'server-only';
import { FailureError } from '../errors';

/**
 * Rejects query parameters on routes that have none.
 * @throws FailureError `invalid_parameter` for the first one
 */
export function refuseParameters(url: URL): void {
  const [name] = url.searchParams.keys();
  if (name !== undefined) {
    throw new FailureError({
      code: 'invalid_parameter',
      parameter: name.slice(0, 50),
      detail: 'is not a parameter of this address',
    });
  }
}
