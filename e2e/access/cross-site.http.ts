import { expect } from 'vitest';
import { rawRequest } from '../support/http/raw-request.ts';
import { test } from '../support/products/http-test.ts';
import { password } from '../support/sign-in/password.ts';

test('row 51: requests without the headers of our own form are rejected', async ({
  passwordStack: { product },
}) => {
  const own = product.url;
  const elsewhere: Record<string, string>[] = [
    {},
    { Origin: 'null' },
    { Origin: 'https://evil.example' },
    { Origin: `${own}.evil.example` },
    { Origin: own, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: own, 'Sec-Fetch-Site': 'same-site' },
    { Origin: own, 'Sec-Fetch-Site': 'none' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
    { Referer: `${own}/login` },
  ];
  for (const headers of elsewhere) {
    for (const path of ['/api/auth/login', '/api/auth/logout']) {
      const response = await rawRequest(own, {
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ password }).toString(),
      });
      expect(response.status, JSON.stringify(headers)).toBe(403);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  }
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    expect((await rawRequest(own, { method, path: '/api/auth/logout' })).status, method).toBe(405);
  }
});
