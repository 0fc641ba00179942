import { expect, test } from 'vitest';
import { createSecurityHeaders } from './security-headers';

const plain = createSecurityHeaders({ dev: false, https: false });
const secure = createSecurityHeaders({ dev: false, https: true });

test('over https every kind of response tells browsers to require https', () => {
  expect(secure.pagePolicy('abc')).toContain('upgrade-insecure-requests');
  for (const kind of ['page', 'data', 'file'] as const) {
    expect(secure[kind]).toMatchObject({
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    });
    expect(plain[kind]).not.toHaveProperty('Strict-Transport-Security');
  }
});
