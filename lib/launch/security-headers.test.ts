import { expect, test } from 'vitest';
import { createSecurityHeaders } from './security-headers';

const plain = createSecurityHeaders({ dev: false, https: false });
const secure = createSecurityHeaders({ dev: false, https: true });

test('a page’s policy allows only scripts with its nonce', () => {
  const policy = plain.pagePolicy('abc');
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic';");
  expect(policy).toContain("style-src 'self' 'nonce-abc';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).not.toContain('upgrade-insecure-requests');
  expect(plain.pagePolicy('def')).toBe(policy.replaceAll('abc', 'def'));
});

test('a data response can load nothing, and cannot be framed or cached', () => {
  expect(plain.data).toEqual({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
});

test('over https every kind of response tells browsers to require https', () => {
  expect(secure.pagePolicy('abc')).toContain('upgrade-insecure-requests');
  for (const kind of ['page', 'data', 'file'] as const) {
    expect(secure[kind]).toMatchObject({
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    });
    expect(plain[kind]).not.toHaveProperty('Strict-Transport-Security');
  }
});
