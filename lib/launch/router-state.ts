/** Longer than the state of any page: three segments, one of them with the list's query. Characters. */
const LENGTH_MAX = 16 * 1024;
/** Deeper than the tree of any page, which has three levels. */
const DEPTH_MAX = 16;

const paramKinds = /^(oc|(c|d)(i(\(\.{1,3}\)|\(\.\.\)\(\.\.\)))?)$/;
const refreshMarkers: readonly unknown[] = [
  undefined,
  null,
  'refetch',
  'inside-shared-layout',
  'metadata-only',
];

/**
 * Whether Next can parse a request's `Next-Router-State-Tree`, the tree of the segments that the browser
 * already shows (next/dist/server/app-render/types). Next responds with 500 to one that it cannot parse.
 */
export function isRouterState(header: string): boolean {
  if (header.length > LENGTH_MAX) return false;
  try {
    return isTree(JSON.parse(decodeURIComponent(header)), 0);
  } catch {
    return false;
  }
}

function isTree(value: unknown, depth: number): boolean {
  if (!Array.isArray(value) || value.length > 6 || depth > DEPTH_MAX) return false;
  const [segment, children, url, marker, hints, key]: unknown[] = value;
  return (
    isSegment(segment) &&
    isRecord(children) &&
    Object.values(children).every((child) => isTree(child, depth + 1)) &&
    (url === undefined || url === null || isPair(url)) &&
    refreshMarkers.includes(marker) &&
    (hints === undefined || hints === null || typeof hints === 'number') &&
    (key === undefined || typeof key === 'string')
  );
}

/** A static segment is a name; a dynamic one is a parameter's name, value, kind and static siblings. */
function isSegment(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!Array.isArray(value) || value.length !== 4) return false;
  const [name, content, kind, siblings]: unknown[] = value;
  return (
    typeof name === 'string' &&
    typeof content === 'string' &&
    typeof kind === 'string' &&
    paramKinds.test(kind) &&
    (siblings === null || (Array.isArray(siblings) && siblings.every((one) => typeof one === 'string')))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string');
}
