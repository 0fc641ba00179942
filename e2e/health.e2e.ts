import { expect } from '@playwright/test';
import { test } from './support/fixtures.ts';

test('health answers anyone with the state and nothing else', async ({ demo, request }) => {
  const answer = await request.get(`${demo.url}/api/health`);
  expect(answer.status()).toBe(200);
  const body: unknown = await answer.json();
  expect(body).toEqual({ status: expect.stringMatching(/^(ok|degraded|starting)$/) });

  const headers = answer.headers();
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['cache-control']).toBe('private, no-store');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-request-id']).toMatch(/\S/);
});

test('health refuses other methods and says which one to use', async ({ demo, request }) => {
  const answer = await request.post(`${demo.url}/api/health`);
  expect(answer.status()).toBe(405);
  expect(answer.headers().allow).toContain('GET');
});
