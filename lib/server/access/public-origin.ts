import 'server-only';
import { ConfigError } from '../config-error.ts';

/** Under which address people reach the product. Never taken from a request: its headers can say anything. */
export interface PublicOrigin {
  /** For absolute addresses: redirects from an OpenID provider. */
  canonical: string;
  /** Origins from which our own forms come. Several only on loopback, where one machine has several names. */
  accepted: readonly string[];
  /** Served over https, so cookies are Secure and browsers are told to insist on it. */
  https: boolean;
}

/** @throws ConfigError with a sentence for the operator */
export function readPublicOrigin(options: {
  publicUrl: string;
  loopback: boolean;
  port: string;
  /** Whether the address must be said, because somebody else redirects to it. */
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
  const bare =
    url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  const local = url !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url === null || !bare || (url.protocol !== 'https:' && !(url.protocol === 'http:' && local))) {
    throw new ConfigError(
      'SIGHTLINE_PUBLIC_URL must be an https URL without a path, such as https://sightline.example.com (http only on loopback).',
    );
  }
  return { canonical: url.origin, accepted: [url.origin], https: url.protocol === 'https:' };
}
