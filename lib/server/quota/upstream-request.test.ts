import { expect, test } from 'vitest';
import type { UpstreamFailure } from '../errors.ts';
import { isOfOneRequest } from './upstream-request.ts';

const page = { isLaterPage: true, isDetail: false };
const detail = { isLaterPage: false, isDetail: true };

test.each<[UpstreamFailure, { ofPage: boolean; ofDetail: boolean }]>([
  [{ code: 'access_denied' }, { ofPage: true, ofDetail: true }],
  [
    { code: 'missing_scope', grantedScopes: [] },
    { ofPage: true, ofDetail: false },
  ],
  [{ code: 'api_key_rejected' }, { ofPage: false, ofDetail: false }],
  [
    { code: 'upstream_error', status: 502 },
    { ofPage: false, ofDetail: true },
  ],
  [
    { code: 'upstream_unreachable', reason: 'refused' },
    { ofPage: false, ofDetail: false },
  ],
])('row 20, row 94: whether %j says nothing about other requests', (failure, expected) => {
  expect(isOfOneRequest(failure, page)).toBe(expected.ofPage);
  expect(isOfOneRequest(failure, detail)).toBe(expected.ofDetail);
  expect(isOfOneRequest(failure, { isLaterPage: false, isDetail: false })).toBe(false);
});
