import {
  answer,
  jsonAnswer,
  type Script,
  type Step,
} from '../../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireDetail, wirePage, wireRow } from '../../../lib/server/upstream/wire-monitors.fixtures.ts';

/** Headers of a response with large remainders of all limits. */
export const plentyHeaders = {
  'X-RateLimit-Limit': '10000',
  'X-RateLimit-Remaining': '9999',
  'X-RateLimit-Reset': '60',
  'X-Quota-Daily-Limit': '100000',
  'X-Quota-Daily-Remaining': '99999',
  'X-Quota-Monthly-Limit': '1000000',
  'X-Quota-Monthly-Remaining': '999999',
};

/** Responds successfully, with five monitors. */
export const healthy: Script = ({ target }) => {
  const n = Number(/-(\d{12})$/.exec(target)?.[1] ?? 0);
  if (target.includes('/monitors?'))
    return jsonAnswer(200, wirePage([1, 2, 3, 4, 5].map(wireRow)), plentyHeaders);
  return n >= 1 && n <= 5
    ? jsonAnswer(200, { data: wireDetail(n) }, plentyHeaders)
    : jsonAnswer(404, { error: 'No' }, plentyHeaders);
};

/**
 * Returns failing responses that repeat the secret, plain and encoded, in every part of the response that can contain
 * it.
 */
export function echoes(secret: string): Record<string, Step[]> {
  const header = secret.replace(/[^\x20-\x7e]/g, '');
  const headers = {
    'X-Echo': header,
    'WWW-Authenticate': `Bearer realm="${header}"`,
    'X-RateLimit-Limit': header,
    'X-Request-Id': header,
    'Set-Cookie': `echo=${header}`,
    'Retry-After': header,
  };
  const body = {
    error: `The key ${secret} is not good`,
    message: Buffer.from(secret).toString('base64'),
    details: [Buffer.from(secret).toString('hex'), encodeURIComponent(secret)],
    required_scope: secret,
    required_scopes_any_of: [`monitors:read ${secret}`],
    granted_scopes: [secret],
  };
  const failing = [401, 403, 404, 429, 503].map((status): [string, Step[]] => [
    String(status),
    jsonAnswer(status, body, headers),
  ]);
  return {
    ...Object.fromEntries(failing),
    '403 of a proxy': answer(403, headers, `<h1>Denied: ${secret}</h1>`),
    redirect: answer(
      302,
      { ...headers, Location: `http://127.0.0.1:9/${encodeURIComponent(secret)}` },
      secret,
    ),
    garbage: answer(200, headers, `<!doctype html><title>${secret}</title>`),
    'half a response': [
      { send: `HTTP/1.1 200 OK\r\nX: ${header}\r\nContent-Length: 9999\r\n\r\n{"data":"${secret}` },
      { end: true },
    ],
    'another shape': jsonAnswer(200, { data: body, pagination: secret }, headers),
    'no HTTP': [{ send: `${header}\r\n\r\n` }, { end: true }],
  };
}
