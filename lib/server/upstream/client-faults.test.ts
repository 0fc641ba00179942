import { gzipSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { MAX_IN_FLIGHT } from '@/lib/contract/limits';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import {
  answer,
  jsonAnswer,
  type Step,
  startScriptedUpstream,
} from '@/lib/server/upstream/scripted-upstream.fixtures';
import { selfSigned } from '@/lib/server/upstream/self-signed-certificate.fixtures';
import { wirePage, wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';
import { createUpstreamClient } from './client';

const clock = createFakeClock(0);
const apiKey = 'sk-live-0123456789abcdef';
const body = JSON.stringify(wirePage([wireRow()]));
const goodHead = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;
const closing = 'HTTP/1.1 200 OK\r\nConnection: close\r\n';
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
/** Deadline of the tests that exceed it; the others use the real one and never reach it. */
const SHORT_MS = 150;
/** The same where the head must arrive before, also on a busy machine. */
const LONGER_MS = 1_000;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((part) => part.close()));
});

function clientOf(baseUrl: URL, deadlineMs: number) {
  const client = createUpstreamClient({ baseUrl, apiKey, clock, deadlineMs });
  open.push(client);
  return client;
}

async function failureOf(
  steps: Step[],
  { deadlineMs = 5_000, ...options }: { deadlineMs?: number; tls?: { cert: string; key: string } } = {},
) {
  const upstream = await startScriptedUpstream(steps, options);
  open.push(upstream);
  const result = await clientOf(upstream.baseUrl, deadlineMs).listMonitors({ page: 1, per_page: 100 });
  return { failure: result.ok ? null : result.failure, upstream };
}

/** Starts more attempts than there may be connections, and lets their deadline end as soon as all connections are in use. */
async function expectAllToTimeOut(baseUrl: URL, inUse: () => number): Promise<void> {
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const client = clientOf(baseUrl, 60_000);
  const attempts = Array.from({ length: 2 * MAX_IN_FLIGHT }, () =>
    client.listMonitors({ page: 1, per_page: 100 }),
  );
  await expect.poll(inUse, { interval: 5 }).toBe(MAX_IN_FLIGHT);
  deadline.abort(new DOMException('The deadline is over.', 'TimeoutError'));
  for (const result of await Promise.all(attempts))
    expect(result).toMatchObject({ failure: { code: 'upstream_timeout' } });
  expect(inUse(), 'the others waited for a connection').toBe(MAX_IN_FLIGHT);
}

const unreachable = (reason: string) => ({ code: 'upstream_unreachable', reason });
const invalid = (reason: string) => ({ code: 'upstream_invalid_response', reason });

it('the valid response that the faults below are derived from is accepted', async () => {
  expect((await failureOf([{ send: goodHead + body }])).failure).toBeNull();
});

it.each([
  ['by the end of an HTTP/1.0 connection', [{ send: `HTTP/1.0 200 OK\r\n\r\n${body}` }, { end: true }]],
  ['by the end of the connection', [{ send: `${closing}\r\n${body}` }, { end: true }]],
  ['by chunks', [{ send: `${chunked}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` }]],
  ['by a length, after a byte-order mark', answer(200, {}, `\ufeff${body}`)],
] satisfies [string, Step[]][])('a body that is delimited %s is read', async (_, steps) => {
  expect((await failureOf(steps)).failure).toBeNull();
});

it('row 1: connection refused', async () => {
  const upstream = await startScriptedUpstream([]);
  await upstream.close();
  const result = await clientOf(upstream.baseUrl, 5_000).listMonitors({ page: 1, per_page: 100 });
  expect(result).toEqual({ ok: false, failure: unreachable('refused'), usage: {}, date: null });
});

it.each<[string, Step[]]>([
  ['reset before the response', [{ reset: true }]],
  ['closed before the response', [{ end: true }]],
  ['closed within the head', [{ send: 'HTTP/1.1 200 O' }, { end: true }]],
  ['reset within the body', [{ send: goodHead + body.slice(0, 50) }, { reset: true }]],
  ['closed within the body', [{ send: goodHead + body.slice(0, 50) }, { end: true }]],
  ['closed within a chunk', [{ send: `${chunked}999\r\n${body}` }, { end: true }]],
  [
    'closed within a chunk, with Connection: close',
    [{ send: `${closing}Transfer-Encoding: chunked\r\n\r\n999\r\n${body}` }, { end: true }],
  ],
  [
    'closed within the body, with Connection: close',
    [{ send: `${closing}Content-Length: 999\r\n\r\n${body}` }, { end: true }],
  ],
])('row 1: %s', async (_, steps) => {
  expect((await failureOf(steps)).failure).toEqual(unreachable('reset'));
});

it.each<[string, Step[]]>([
  ['headers', []],
  ['the body', [{ send: goodHead }]],
])('row 2: never sends %s', async (_, steps) => {
  expect((await failureOf(steps, { deadlineMs: SHORT_MS })).failure).toEqual({ code: 'upstream_timeout' });
});

it.each<[string, Step[]]>([
  ['from the start', [{ drip: goodHead + body, everyMs: 20 }]],
  ['within the body', [{ send: goodHead }, { drip: body, everyMs: 20 }]],
])('row 3: one byte at a time, %s', async (_, steps) => {
  expect((await failureOf(steps, { deadlineMs: SHORT_MS })).failure).toEqual({ code: 'upstream_timeout' });
});

it('row 2: the deadline applies while all connections are in use', async () => {
  const upstream = await startScriptedUpstream([]);
  open.push(upstream);
  await expectAllToTimeOut(upstream.baseUrl, () => upstream.requests.length);
});

it('row 2: the deadline applies while TLS handshakes hang, and while waiting for a connection', async () => {
  const upstream = await startScriptedUpstream([]);
  open.push(upstream);
  await expectAllToTimeOut(new URL(`https://127.0.0.1:${upstream.baseUrl.port}/v1`), upstream.connections);
});

it('row 2: the default deadline is 5 s', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const upstream = await startScriptedUpstream(answer(200, {}, body));
  const client = createUpstreamClient({ baseUrl: upstream.baseUrl, apiKey, clock });
  open.push(client, upstream);
  await client.listMonitors({ page: 1, per_page: 100 });
  expect(timeout.mock.calls).toEqual([[5_000]]);
});

it('row 2: after a timeout the next attempt succeeds', async () => {
  const upstream = await startScriptedUpstream([]);
  open.push(upstream);
  const client = clientOf(upstream.baseUrl, 5_000);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.timeout(SHORT_MS));
  expect((await client.listMonitors({ page: 1, per_page: 100 })).ok).toBe(false);
  upstream.play(answer(200, {}, body));
  expect((await client.listMonitors({ page: 1, per_page: 100 })).ok).toBe(true);
});

it.each<[string, Step[]]>([
  ['with Content-Length', answer(200, {}, Buffer.alloc(5 * 1024 * 1024, ' '))],
  [
    'without Content-Length',
    [{ send: 'HTTP/1.1 200 OK\r\n\r\n' }, { send: Buffer.alloc(5 * 1024 * 1024, ' ') }, { end: true }],
  ],
  [
    'in one chunk',
    [
      { send: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n500000\r\n' },
      { send: Buffer.alloc(5 * 1024 * 1024, ' ') },
      { send: '\r\n0\r\n\r\n' },
    ],
  ],
])('row 4: a body of 5 MiB %s', async (_, steps) => {
  expect((await failureOf(steps)).failure).toEqual(invalid('is larger than 4 MiB'));
});

it('row 4: a body of exactly 4 MiB is read', async () => {
  const padded = body.padEnd(4 * 1024 * 1024, ' ');
  expect((await failureOf(answer(200, {}, padded))).failure).toBeNull();
});

it.each([
  ['gzip', gzipSync(body)],
  ['GZIP', gzipSync(`\ufeff${body}`)],
  ['Identity', Buffer.from(body)],
])('a body with Content-Encoding %s is read, although none was asked for', async (encoding, bytes) => {
  expect((await failureOf(answer(200, { 'Content-Encoding': encoding }, bytes))).failure).toBeNull();
});

it.each([
  ['br', gzipSync(body), 'has an unknown content encoding'],
  ['gzip, gzip', gzipSync(gzipSync(body)), 'has an unknown content encoding'],
  ['gzip', Buffer.from(body), 'cannot be decompressed'],
  ['gzip', gzipSync(body).subarray(0, -12), 'cannot be decompressed'],
])('a body with Content-Encoding %s that is not so is refused', async (encoding, bytes, reason) => {
  const steps = answer(200, { 'Content-Encoding': encoding }, bytes);
  expect((await failureOf(steps)).failure).toEqual(invalid(reason));
});

it('row 4: a compressed bomb is cut off', async () => {
  const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '));
  const steps = answer(200, { 'Content-Encoding': 'gzip' }, bomb);
  expect((await failureOf(steps)).failure).toEqual(invalid('is larger than 4 MiB'));
});

it.each<[string, Step[], string]>([
  ['truncated JSON', answer(200, {}, body.slice(0, -1)), 'is not JSON'],
  ['HTML with 200', answer(200, { 'Content-Type': 'text/html' }, '<!doctype html><p>Sign in'), 'is not JSON'],
  ['an empty body', answer(200, {}, ''), 'is not JSON'],
  [
    'invalid UTF-8',
    answer(200, {}, Buffer.from(body.replace('Monitor', 'Mon\xfftor'), 'latin1')),
    'is not UTF-8 text',
  ],
  ['another shape', jsonAnswer(200, { monitors: [] }), 'does not have the documented shape'],
  ['not HTTP', [{ send: 'SSH-2.0-OpenSSH_9.9\r\n\r\n' }], 'is not HTTP'],
  ['garbage headers', [{ send: 'HTTP/1.1 200 OK\r\n\0\x01: \x7f\r\n\r\n' }], 'is not HTTP'],
  ['endless headers', [{ send: `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}` }], 'is not HTTP'],
])('row 5: %s', async (_, steps, reason) => {
  expect((await failureOf(steps)).failure).toEqual(invalid(reason));
});

it('row 8: a self-signed certificate is rejected before anything is sent, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { failure, upstream } = await failureOf(answer(200, {}, body), { tls: selfSigned });
  expect(failure).toEqual(unreachable('tls_untrusted'));
  expect(upstream.connections()).toBe(1);
  expect(upstream.requests).toEqual([]);
});

it('row 8: a server that does not speak TLS', async () => {
  const upstream = await startScriptedUpstream([], { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' });
  open.push(upstream);
  const client = clientOf(new URL(`https://127.0.0.1:${upstream.baseUrl.port}/v1`), 5_000);
  expect(await client.listMonitors({ page: 1, per_page: 100 })).toMatchObject({
    failure: unreachable('tls'),
  });
});

it('403 is reported by its status when its body never ends', async () => {
  const steps = [{ send: 'HTTP/1.1 403 Forbidden\r\nContent-Length: 999\r\n\r\n{' }];
  expect((await failureOf(steps, { deadlineMs: LONGER_MS })).failure).toEqual({ code: 'access_denied' });
});

it('an error status is reported at once, even if its body never ends', async () => {
  const steps = [{ send: 'HTTP/1.1 503 Gone\r\nContent-Length: 999\r\n\r\n{' }];
  expect((await failureOf(steps)).failure).toEqual({ code: 'upstream_error', status: 503 });
});
