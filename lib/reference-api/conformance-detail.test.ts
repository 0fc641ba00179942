import { describe, expect, test } from 'vitest';
import { LIMIT_HEADERS, LIST, monitor, organization, send, serve, uuid } from './conformance.fixtures.ts';

const KNOWN = '0190a5c6-7f3e-7abc-8def-0123456789ab';
const UNKNOWN = '0190a5c6-7f3e-7abc-8def-0123456789ac';

const serveTwo = () =>
  serve([
    organization({ monitors: [monitor(1, { monitor_uuid: KNOWN })] }),
    organization({ name: 'Other', keys: [{ key: 'other' }], monitors: [monitor(2)] }),
  ]);

describe('GET /v1/monitors/{monitor_uuid}', () => {
  test('success body: an object with the single field data', async () => {
    const { status, body, headers } = await send(await serveTwo(), `${LIST}/${KNOWN}`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data).toMatchObject({ monitor_uuid: KNOWN, name: 'Monitor 1' });
    for (const name of LIMIT_HEADERS) expect(headers.get(name)).toMatch(/^\d+$/);
  });

  test('the identifier is case-insensitive', async () => {
    expect((await send(await serveTwo(), `${LIST}/${KNOWN.toUpperCase()}`)).body.data).toMatchObject({
      monitor_uuid: KNOWN,
    });
  });

  test('a query is ignored', async () => {
    expect((await send(await serveTwo(), `${LIST}/${KNOWN}?page=0&type=x`)).status).toBe(200);
  });

  // The property of isUuid tests the form.
  test.each([
    ...['1', '%20', `${KNOWN}0`, KNOWN.replaceAll('-', ''), `urn:uuid:${KNOWN}`, `%7B${KNOWN}%7D`],
    ...[KNOWN.replace('0', '%30'), `${KNOWN}%0A`, '%00', '...', '__proto__', '%zz', 'x'.repeat(5000)],
  ])('rule 1: a non-UUID identifier yields 400: %s', async (id) => {
    const { status, body } = await send(await serveTwo(), `${LIST}/${id}`);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['error']);
  });

  test.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', UNKNOWN])(
    'rule 2: a monitor that does not exist yields 404: %s',
    async (id) => {
      const { status, body } = await send(await serveTwo(), `${LIST}/${id}`);
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'Monitor not found' });
    },
  );

  test('rule 2: a monitor of another organization yields 404, indistinguishably', async () => {
    // Each request has its own API, so that the counters in the headers are equal too.
    const [missing, foreign] = await Promise.all(
      [UNKNOWN, uuid(2)].map(async (id) => send(await serveTwo(), `${LIST}/${id}`)),
    );
    expect(foreign?.status).toBe(404);
    expect(foreign?.text).toBe(missing?.text);
    expect([...(foreign?.headers ?? [])]).toEqual([...(missing?.headers ?? [])]);
  });

  test('rule 2: a removed monitor yields 404', async () => {
    const api = await serveTwo();
    api.api.organization().removeMonitor(KNOWN);
    expect((await send(api, `${LIST}/${KNOWN}`)).body).toEqual({ error: 'Monitor not found' });
  });
});
