import { expect, test } from 'vitest';
import { addressParts } from './target-parts';

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
  expect(addressParts({ target, port }).join('')).toBe(address);
});
