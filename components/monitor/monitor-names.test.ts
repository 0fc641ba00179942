import { expect, test } from 'vitest';
import { visibleName } from '@/lib/text/visible-name';
import { targetParts } from './monitor-names';

test.each(['', ' ', '\t\n', '\u00A0\u3000', '\u200B\u200D', '\u202E\u202C', '\u3164', '\u2800', '\u0000'])(
  '%j is invisible',
  (name) => {
    expect(visibleName(name)).toBeNull();
  },
);

test.each(['a', ' a ', '👩‍👩‍👧', '\u202Etxt', '.', '会員', '<b>', '0'])('%j is a name', (name) => {
  expect(visibleName(name)).toBe(name);
});

test.each([
  ['db.example.com', 5432, 'db.example.com:5432'],
  ['10.0.0.1', 22, '10.0.0.1:22'],
  ['2001:db8::38', 8883, '[2001:db8::38]:8883'],
  ['[2001:db8::38]', 8883, '[2001:db8::38]:8883'],
  ['https://example.com/a:b:c', null, 'https://example.com/a:b:c'],
  ['https://example.com/', 8443, 'https://example.com/:8443'],
  ['', null, ''],
  ['2001:db8::38', null, '2001:db8::38'],
])('%s and port %s: %s', (target, port, address) => {
  expect(targetParts({ target, port }).join('')).toBe(address);
});
