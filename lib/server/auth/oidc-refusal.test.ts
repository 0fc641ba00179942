import { AuthorizationResponseError, ClientError } from 'openid-client';
import { expect, test } from 'vitest';
import { reasonOf, refusalOf } from './oidc-refusal';

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new ClientError('words', { cause }), { code });

test.each([
  ['no connection', new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })],
  ['no response in time', withCode('OAUTH_TIMEOUT')],
  ['a request that timed out', new DOMException('The operation timed out.', 'TimeoutError')],
  ['a server error', withCode('OAUTH_RESPONSE_IS_NOT_CONFORM', new Response('', { status: 503 }))],
])('row 56: %s means that the provider is down', (_name, error) => {
  expect(refusalOf(error)).toBe('provider_down');
});

test.each([
  ['an unexpected response', withCode('OAUTH_RESPONSE_IS_NOT_CONFORM', new Response('', { status: 404 }))],
  [
    'a token for another client',
    withCode('OAUTH_JWT_CLAIM_COMPARISON_FAILED', new Error('unexpected "aud"')),
  ],
  ['a bug', new Error('x is not a function')],
  ['a value that is not an error', 'words'],
])('row 56: %s means that the response is invalid', (_name, error) => {
  expect(refusalOf(error)).toBe('answer_invalid');
});

test('row 56: the provider’s own text is logged only as a short identifier', () => {
  const words = `denied\n"${'x'.repeat(1000)}`;
  const error = new AuthorizationResponseError('authorization response from the server is an error', {
    cause: new URLSearchParams({ error: words, error_description: 'secret' }),
  });
  expect(refusalOf(error)).toBe('provider_refused');
  expect(reasonOf(error)).toMatch(/^denied__x{52}$/);
});

test('a reason is the shortened message of the library', () => {
  expect(reasonOf(withCode('OAUTH_X', new Error('below')))).toBe('words: below (OAUTH_X)');
  expect(reasonOf(new Error('y'.repeat(1000)))).toHaveLength(300);
  expect(reasonOf(null)).toBe('unknown');
});
