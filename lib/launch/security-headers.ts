type Header = readonly [name: string, value: string];

/** What the headers depend on. */
interface HeaderOptions {
  /** Whether people open the product over https, so that browsers may insist on it. */
  https: boolean;
  /** The development server evaluates code and reloads over a socket. */
  dev: boolean;
}

/** The headers of each kind of answer, made once. */
export interface SecurityHeaders {
  /** Of documents and of whatever a browser could open as one; `pagePolicy` and caching come on top. */
  page: readonly Header[];
  /** A page's Content-Security-Policy: scripts run only with the nonce of their own answer (OWASP: strict CSP). */
  pagePolicy(nonce: string): string;
  /** Of JSON and downloads under /api, and of rejections: nothing in them is a document. */
  data: readonly Header[];
  /** Of scripts, styles and fonts of the build, which pages load by the dozen. */
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
  // Not `no-referrer`: browsers would then send forms with `Origin: null`, which we refuse.
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

/** With NONCE where a page's nonce stands. Nothing may come from another origin. */
function pagePolicy({ https, dev }: HeaderOptions): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${NONCE}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'nonce-${NONCE}'${dev ? " 'unsafe-inline'" : ''}`,
    // Widths of columns and bars stand in style attributes of the first HTML; no script can hide in one.
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
