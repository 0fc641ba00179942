/** The endpoint of a request, with its query or its identifier as sent. */
export type Endpoint = { name: 'list'; query: string } | { name: 'detail'; id: string };

const LIST = '/v1/monitors';

/**
 * Returns the endpoint of a request target (path and query as sent), or undefined when no endpoint has that path. Paths
 * are compared exactly: letter case, slashes and percent signs included (spec: Versioning, Endpoints).
 */
export function findEndpoint(target: string): Endpoint | undefined {
  // RFC 9112, section 3.2.2: a server must also accept the absolute form.
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const [beforeFragment = ''] = local.split('#', 1);
  const mark = beforeFragment.indexOf('?');
  const path = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  if (path === LIST) return { name: 'list', query: mark < 0 ? '' : beforeFragment.slice(mark + 1) };
  const id = path.startsWith(`${LIST}/`) ? path.slice(LIST.length + 1) : '';
  return id === '' || id.includes('/') ? undefined : { name: 'detail', id };
}
