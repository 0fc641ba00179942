/** Headers of a response: the values by name. */
export type HeaderValues = Readonly<Record<string, string>>;

/** The headers of each kind of response. */
export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>;

const YEAR_S = 31_536_000;

/**
 * @param options.https whether users open the product over https, so that browsers may require it
 * @param options.dev the development server evaluates code and reloads over a WebSocket
 */
export function createSecurityHeaders({ https, dev }: { https: boolean; dev: boolean }) {
  const file: HeaderValues = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(https ? { 'Strict-Transport-Security': `max-age=${YEAR_S}; includeSubDomains` } : {}),
  };
  // Not `no-referrer`: browsers would then send forms with `Origin: null`, which are rejected.
  const notFile: HeaderValues = { ...file, 'Referrer-Policy': 'same-origin' };
  const page: HeaderValues = {
    ...notFile,
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
  };
  const data: HeaderValues = {
    ...notFile,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'private, no-store',
  };
  return {
    /** For scripts, styles and fonts of the build: only a few headers, because a page loads dozens of them. */
    file,
    /** For documents and everything that a browser could open as one; `pagePolicy` and caching are added. */
    page,
    /** For JSON and downloads under /api, and for rejections: none of them is a document. */
    data,
    /** For an image that pages of other origins show. */
    badge: { ...data, 'Cross-Origin-Resource-Policy': 'cross-origin' },
    /** A page's Content-Security-Policy: only scripts with this nonce run (OWASP: strict CSP), nothing is of another origin. */
    pagePolicy: (nonce: string) =>
      [
        `default-src 'none'`,
        `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
        `style-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-inline'" : ''}`,
        // The first HTML sets widths of columns and bars in style attributes, which cannot run scripts.
        `style-src-attr 'unsafe-inline'`,
        `img-src 'self' data:`,
        `font-src 'self'`,
        `connect-src 'self'${dev ? ' ws:' : ''}`,
        `manifest-src 'self'`,
        `object-src 'none'`,
        `base-uri 'none'`,
        `form-action 'self'`,
        `frame-ancestors 'none'`,
        ...(https ? ['upgrade-insecure-requests'] : []),
      ].join('; '),
  };
}
