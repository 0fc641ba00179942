import { expect, test } from 'vitest';
import { shortenPasted } from './shorten-pasted';

const path = 'https://shop.example.com/cart/health';

test.each([
  [`${path}?${'a=b&'.repeat(50)}`, path],
  [`${path}#${'a'.repeat(100)}`, path],
  [`  ${path}#a  `, `${path}#a`],
  ['a'.repeat(150), 'a'.repeat(100)],
  [`why? ${'b'.repeat(100)}`, `why? ${'b'.repeat(95)}`],
])('%s becomes %s', (pasted, shortened) => {
  expect(shortenPasted(pasted, 100)).toBe(shortened);
});
