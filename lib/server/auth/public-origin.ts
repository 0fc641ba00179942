import 'server-only';
import { ConfigError } from '../errors.ts';

/** The address at which users open the product. Never taken from a request, whose headers can be forged. */
export interface PublicOrigin {
  /** For absolute URLs, such as the redirect URI for an OpenID provider. */
  canonical: string;
  /** Origins of our own forms. Several only on loopback, where one machine has several names. */
  accepted: readonly string[];
  /** Whether it is served over https: then cookies are Secure and browsers are told to require https. */
  https: boolean;
}

/**
 * Reads the public origin; on loopback it has a default.
 * @throws ConfigError with a sentence for the operator
 */
export function readPublicOrigin(options: {
  publicUrl: string;
  loopback: boolean;
  port: string;
  /** Whether the URL must be configured, because an OpenID provider redirects to it. */
  needed: boolean;
}): PublicOrigin {
  const { publicUrl, loopback, port, needed } = options;
  if (publicUrl === '') {
    if (!loopback || needed) {
      throw new ConfigError(
        'SIGHTLINE_PUBLIC_URL is not set. Set it to the https URL at which people open Sightline.',
      );
    }
    const accepted = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port || '3000'}`);
    return { canonical: accepted[0] ?? '', accepted, https: false };
  }
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  const hasOriginOnly =
    url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  const isLoopbackUrl = url !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (
    url === null ||
    !hasOriginOnly ||
    (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackUrl))
  ) {
    throw new ConfigError(
      'SIGHTLINE_PUBLIC_URL must be an https URL without a path, such as https://sightline.example.com (http only on loopback).',
    );
  }
  return { canonical: url.origin, accepted: [url.origin], https: url.protocol === 'https:' };
}
