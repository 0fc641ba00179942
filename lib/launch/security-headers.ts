/** What the headers depend on. */
interface HeaderOptions {
  /** Made anew for each request; Next puts it on the scripts it renders. */
  nonce: string;
  /** Whether people reach us over https, so that browsers may insist on it. */
  https: boolean;
  /** The development server evaluates code and reloads over a socket. */
  dev: boolean;
}

/** Scripts only with this request's nonce; nothing from another origin at all (OWASP: strict CSP). */
export function contentSecurityPolicy({ nonce, https, dev }: HeaderOptions): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-inline'" : ''}`,
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

/**
 * Those that a script, a style or a font of the build goes without: they bind documents, which these are not. A first
 * load has a dozen such files, and the policy is longer than some of them.
 */
export const documentHeaders = [
  'Content-Security-Policy',
  'Referrer-Policy',
  'X-Frame-Options',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
] as const;

const YEAR_S = 31_536_000;

/** The headers of every answer, whatever it is an answer to; files of the build have fewer. */
export function securityHeaders(options: HeaderOptions): [name: string, value: string][] {
  return [
    ['Content-Security-Policy', contentSecurityPolicy(options)],
    ['X-Content-Type-Options', 'nosniff'],
    // Next says as much of pages, but not of each redirect and refusal.
    ['Cache-Control', 'private, no-store'],
    // Not `no-referrer`: browsers would then send forms with `Origin: null`, which we refuse.
    ['Referrer-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    [
      'Permissions-Policy',
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
    ],
    ...(options.https
      ? ([['Strict-Transport-Security', `max-age=${YEAR_S}; includeSubDomains`]] satisfies [string, string][])
      : []),
  ];
}
