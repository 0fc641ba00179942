/** Which endpoint a request target names, and what it says beside that. */
export type Endpoint = { name: 'list'; query: string } | { name: 'detail'; id: string };

const LIST = '/v1/monitors';

/**
 * The endpoint for a request target (path and query as sent), or undefined when there is none there. Paths are
 * compared exactly: letters, slashes and percent signs as they are (spec: Versioning, Endpoints).
 */
export function findEndpoint(target: string): Endpoint | undefined {
  // RFC 9112, section 3.2.2: a server must also take the absolute form.
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const [beforeFragment = ''] = local.split('#', 1);
  const mark = beforeFragment.indexOf('?');
  const path = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  if (path === LIST) return { name: 'list', query: mark < 0 ? '' : beforeFragment.slice(mark + 1) };
  const id = path.startsWith(`${LIST}/`) ? path.slice(LIST.length + 1) : '';
  return id === '' || id.includes('/') ? undefined : { name: 'detail', id };
}
