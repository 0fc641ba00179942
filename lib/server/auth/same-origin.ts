import 'server-only';

/**
 * Whether a form was sent from our own pages (OWASP: Fetch Metadata, with Origin for browsers that lack it).
 * A request with neither header is not a browser's form and is rejected.
 *
 * @param origin the origin at which users open the product
 */
export function isSameOrigin(headers: Pick<Headers, 'get'>, origin: string): boolean {
  const sent = headers.get('origin');
  if (sent !== null && sent !== origin) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return sent === origin;
}
