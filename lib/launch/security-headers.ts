/** A header of a response. */
export type Header = readonly [name: string, value: string];

interface HeaderOptions {
  /** Whether users open the product over https, so that browsers may require it. */
  https: boolean;
  /** The development server evaluates code and reloads over a WebSocket. */
  dev: boolean;
}

/** The headers of each kind of response, built once. */
export interface SecurityHeaders {
  /** For documents and everything that a browser could open as one; `pagePolicy` and caching are added. */
  page: readonly Header[];
  /**
   * A page's Content-Security-Policy: only scripts with the nonce of the response run (OWASP: strict CSP).
   */
  pagePolicy(nonce: string): string;
  /** For JSON and downloads under /api, and for rejections: none of them is a document. */
  data: readonly Header[];
  /** For scripts, styles and fonts of the build: only a few headers, because a page loads dozens of them. */
  file: readonly Header[];
}

const YEAR_S = 31_536_000;
const NONCE = 'NONCE';

export function createSecurityHeaders({ https, dev }: HeaderOptions): SecurityHeaders {
  const file: Header[] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ...(https
      ? [['Strict-Transport-Security', `max-age=${YEAR_S}; includeSubDomains`] satisfies Header]
      : []),
  ];
  // Not `no-referrer`: browsers would then send forms with `Origin: null`, which are rejected.
  const referrer: Header = ['Referrer-Policy', 'same-origin'];
  const policyParts = pagePolicy({ https, dev }).split(NONCE);
  return {
    file,
    page: [
      ...file,
      referrer,
      ['X-Frame-Options', 'DENY'],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      [
        'Permissions-Policy',
        'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
      ],
    ],
    pagePolicy: (nonce) => policyParts.join(nonce),
    data: [
      ...file,
      referrer,
      ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
      ['Cache-Control', 'private, no-store'],
    ],
  };
}

/** Returns the policy with NONCE in place of the nonce. Nothing may be loaded from another origin. */
function pagePolicy({ https, dev }: HeaderOptions): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${NONCE}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'nonce-${NONCE}'${dev ? " 'unsafe-inline'" : ''}`,
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
  ].join('; ');
}
