import { gzipSync } from 'node:zlib';
import { answer, type Step } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';

/** A correct response of upstream. */
export interface GoodResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Applies a fault to a response. Returns the steps to send instead of it, or a response to send normally: a changed
 * one, or the same object when the fault does not apply to it.
 */
type ApplyFault = (good: GoodResponse) => Step[] | GoodResponse;

const head = ({ headers, body }: GoodResponse): string =>
  [
    'HTTP/1.1 200 OK',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '\r\n',
  ].join('\r\n');

/** No fault in the end: Sightline can read these answers. */
export const COMPRESSED = '4 compressed';

/**
 * Faults after which Sightline retries within seconds. Each key starts with the row number in the failure matrix, which
 * is also in the titles of the row's tests (CONTRIBUTING.md).
 */
export const shortFaults: Record<string, ApplyFault> = {
  '1 reset': () => [{ reset: true }],
  '1 cut in mid-body': (good) => [
    { send: head(good) + good.body.slice(0, good.body.length / 2) },
    { reset: true },
  ],
  '2 silent': () => [],
  '3 a byte a second': (good) => [{ drip: head(good) + good.body, everyMs: 1000 }],
  '4 too large': () => answer(200, {}, Buffer.alloc(6 * 1024 * 1024, ' ')),
  [COMPRESSED]: ({ headers, body }) =>
    answer(200, { ...headers, 'Content-Encoding': 'gzip' }, gzipSync(body)),
  '5 truncated JSON': ({ headers, body }) => answer(200, headers, body.slice(0, -9)),
  '5 HTML': () => answer(200, { 'Content-Type': 'text/html' }, '<!doctype html><p>Sign in'),
  '5 malformed HTTP headers': () => [{ send: 'HTTP/1.1 200 OK\r\n\0\x01: \x7f\r\n\r\n' }],
  '6 redirect': () => answer(302, { Location: 'http://127.0.0.1:9/v1/monitors' }, ''),
  '7 503': () => answer(503, {}, '{"error":"Unavailable"}'),
  '9 429 with Reset': () =>
    answer(429, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '3' }, '{"error":"Slow down"}'),
  '14 nonsense counters': (good) => ({
    ...good,
    headers: { ...good.headers, 'X-RateLimit-Reset': '-1', 'X-Quota-Daily-Remaining': 'NaN' },
  }),
  '25 page 2 fails': (good) => (good.body.includes('"page":2') ? [{ reset: true }] : good),
};

/** Faults after which Sightline backs off for minutes, for long runs. Keys as above. */
export const longFaults: Record<string, ApplyFault> = {
  '10 429 without headers': () => answer(429, {}, '{"error":"No"}'),
  '18 401': () => answer(401, {}, '{"error":"No"}'),
  '20 403': () => answer(403, {}, '{"error":"No"}'),
};

/** The fault in which nothing listens on the port. */
export const REFUSED = '1 refused';

/** The names of all short faults. */
const shortNames = [REFUSED, ...Object.keys(shortFaults)];

/**
 * Yields fault names endlessly: each short one once in random order, then the long ones, then random short ones.
 *
 * @param withLong whether to include the faults after which Sightline backs off for minutes
 */
export function* faultSequence(random: () => number, withLong: boolean): Generator<string, never> {
  const left = [...shortNames];
  while (left.length > 0) yield* left.splice(Math.floor(random() * left.length), 1);
  if (withLong) yield* Object.keys(longFaults);
  while (true) yield* shortNames.slice(Math.floor(random() * shortNames.length)).slice(0, 1);
}

/** Returns all faults that `faultSequence` contains. */
export function allFaults(withLong: boolean): string[] {
  return withLong ? [...shortNames, ...Object.keys(longFaults)] : shortNames;
}
