import { expect, test } from 'vitest';
import { openableTarget } from './openable-target';

test('http and https are offered as links', () => {
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
])('%s is not', (target) => expect(openableTarget(target)).toBeNull());
