/** Longer than that of any screen: three segments, and the query of the list in one of them. */
const LONGEST = 16 * 1024;
/** The tree of a screen is three deep. */
const DEEPEST = 16;

const paramKinds = /^(oc|(c|d)(i(\(\.{1,3}\)|\(\.\.\)\(\.\.\)))?)$/;
const marks: readonly unknown[] = [undefined, null, 'refetch', 'inside-shared-layout', 'metadata-only'];

/**
 * Whether Next can read what a request's `Next-Router-State-Tree` says; where it cannot, it fails instead of refusing
 * (next/dist/server/app-render/types: the tree of the segments that the browser already shows).
 */
export function isRouterState(header: string): boolean {
  if (header.length > LONGEST) return false;
  try {
    return isTree(JSON.parse(decodeURIComponent(header)), 0);
  } catch {
    return false;
  }
}

function isTree(value: unknown, depth: number): boolean {
  if (!Array.isArray(value) || value.length > 6 || depth > DEEPEST) return false;
  const [segment, children, address, mark, hints, key]: unknown[] = value;
  return (
    isSegment(segment) &&
    isRecord(children) &&
    Object.values(children).every((child) => isTree(child, depth + 1)) &&
    (address === undefined || address === null || isPair(address)) &&
    marks.includes(mark) &&
    (hints === undefined || hints === null || typeof hints === 'number') &&
    (key === undefined || typeof key === 'string')
  );
}

/** A name, or a parameter: its name, its value, its kind, and the names beside it. */
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
