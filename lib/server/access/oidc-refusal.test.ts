import { AuthorizationResponseError, ClientError } from 'openid-client';
import { expect, test } from 'vitest';
import { reasonOf, refusalOf } from './oidc-refusal';

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new ClientError('words', { cause }), { code });

test.each([
  ['no connection', new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })],
  ['no answer in time', withCode('OAUTH_TIMEOUT')],
  ['an abort by the clock', new DOMException('The operation timed out.', 'TimeoutError')],
  ['trouble of its own', withCode('OAUTH_RESPONSE_IS_NOT_CONFORM', new Response('', { status: 503 }))],
])('row 56: %s: the provider is down', (_name, error) => {
  expect(refusalOf(error)).toBe('provider_down');
});

test.each([
  [
    'an answer that was not expected',
    withCode('OAUTH_RESPONSE_IS_NOT_CONFORM', new Response('', { status: 404 })),
  ],
  ['a claim that is not ours', withCode('OAUTH_JWT_CLAIM_COMPARISON_FAILED', new Error('unexpected "aud"'))],
  ['a bug', new Error('x is not a function')],
  ['something that is no error', 'words'],
])('row 56: %s is not trusted', (_name, error) => {
  expect(refusalOf(error)).toBe('answer_invalid');
});

test('row 56: the provider’s own words reach the log as a short name only', () => {
  const words = `denied\n"${'x'.repeat(1000)}`;
  const error = new AuthorizationResponseError('authorization response from the server is an error', {
    cause: new URLSearchParams({ error: words, error_description: 'secret' }),
  });
  expect(refusalOf(error)).toBe('provider_refused');
  expect(reasonOf(error)).toMatch(/^denied__x{52}$/);
});

test('a reason is the libraries’ words, short', () => {
  expect(reasonOf(withCode('OAUTH_X', new Error('below')))).toBe('words: below (OAUTH_X)');
  expect(reasonOf(new Error('y'.repeat(1000)))).toHaveLength(300);
  expect(reasonOf(null)).toBe('unknown');
});
