import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openableTarget } from './hero';

test('http and https targets have a link', () => {
  expect(openableTarget('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
  expect(openableTarget('http://10.0.0.1:8080/')).toBe('http://10.0.0.1:8080/');
});

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'db.internal',
  '',
])('row 59: %s has no link', (target) => expect(openableTarget(target)).toBeNull());

test('row 59: the link of any target has the scheme http or https', () => {
  const schemes = [
    'javascript:',
    'JAVA\tSCRIPT:',
    '\u0001javascript:',
    'data:',
    'vbscript:',
    'blob:',
    'http:',
    'https:',
    '//',
  ];
  const target = fc
    .tuple(fc.constantFrom('', ...schemes), fc.string({ unit: 'binary' }))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(target, (text) => {
      const link = openableTarget(text);
      if (link !== null) expect(new URL(link, 'https://sightline.example.com').protocol).toMatch(/^https?:$/);
      if (link !== null) expect(link).toMatch(/^https?:\/\//);
    }),
  );
});
