import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyUrl } from '../../testing/any-url.ts';
import { generated } from '../../testing/property-runs.ts';
import { nextPath } from './sign-in';

const origin = 'https://sightline.example';

test.each([
  ['/monitors?q=api&type=-tcp', '/monitors?q=api&type=-tcp'],
  ['/monitors/3f1c2a9e-5b0d-4a7e-9c1f-0d6b8e2a7c55', '/monitors/3f1c2a9e-5b0d-4a7e-9c1f-0d6b8e2a7c55'],
  ['/usage', '/usage'],
])('%s is kept', (requested, path) => {
  expect(nextPath(requested)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/..//evil.example',
  '/login?next=/login',
  '/api/auth/logout',
  '',
  null,
  undefined,
])('%s is replaced by the list', (requested) => {
  expect(nextPath(requested)).toBe('/monitors');
});

const hostile = fc
  .array(
    fc.constantFrom(
      '/',
      '\\',
      '//',
      '\t',
      '\n',
      '\r',
      '.',
      '..',
      '@',
      ':',
      '%2f',
      '%5c',
      'evil.example',
      'http:',
      '?',
      '#',
      ' ',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

test('row 50: the browser stays on our origin, whatever path is requested', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        anyUrl,
        hostile,
        hostile.map((text) => `/${text}`),
      ),
      (requested) => {
        const path = nextPath(requested);
        expect(path).toMatch(/^\/[^/\\]|^\/$/);
        expect(new URL(path, origin).origin).toBe(origin);
        expect(path).not.toMatch(/[\r\n]/);
      },
    ),
    { numRuns: generated(2000) },
  );
});
