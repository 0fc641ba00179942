import { expect, it } from 'vitest';
import { transportFailure } from './transport-failure';

const coded = (code: string) => Object.assign(new Error(`secret ${code}`), { code });

it.each([
  ['ECONNREFUSED', { code: 'upstream_unreachable', reason: 'refused' }],
  ['ENOTFOUND', { code: 'upstream_unreachable', reason: 'name' }],
  ['EAI_AGAIN', { code: 'upstream_unreachable', reason: 'name' }],
  ['ECONNRESET', { code: 'upstream_unreachable', reason: 'reset' }],
  ['EPIPE', { code: 'upstream_unreachable', reason: 'reset' }],
  ['UND_ERR_SOCKET', { code: 'upstream_unreachable', reason: 'reset' }],
  ['CERT_HAS_EXPIRED', { code: 'upstream_unreachable', reason: 'tls' }],
  ['ERR_TLS_CERT_ALTNAME_INVALID', { code: 'upstream_unreachable', reason: 'tls' }],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { code: 'upstream_unreachable', reason: 'tls' }],
  ['EHOSTUNREACH', { code: 'upstream_unreachable', reason: 'other' }],
  ['UND_ERR_DESTROYED', { code: 'upstream_unreachable', reason: 'other' }],
  ['UND_ERR_CONNECT_TIMEOUT', { code: 'upstream_timeout' }],
  ['ETIMEDOUT', { code: 'upstream_timeout' }],
  ['UND_ERR_HEADERS_OVERFLOW', { code: 'upstream_invalid_response', reason: 'is not HTTP' }],
])('%s', (code, failure) => {
  expect(transportFailure(coded(code))).toEqual(failure);
});

it('any other error is unreachable with reason "other"', () => {
  for (const thrown of [
    new Error('secret'),
    'secret',
    undefined,
    Object.assign(new Error('x'), { code: 7 }),
  ]) {
    expect(transportFailure(thrown)).toEqual({ code: 'upstream_unreachable', reason: 'other' });
  }
});
