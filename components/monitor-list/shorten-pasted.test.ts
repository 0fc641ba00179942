import { expect, test } from 'vitest';
import { shortenPasted } from './shorten-pasted';

const path = 'https://shop.example.com/cart/health';

test.each([
  [`${path}?${'a=b&'.repeat(50)}`, path],
  [`${path}#${'a'.repeat(100)}`, path],
  [`  ${path}#a  `, `${path}#a`],
  ['Checkout API, production', 'Checkout API, production'],
  ['a.example\r\nb.example\n\n', 'a.example, b.example'],
  ['a.example\t443\nb.example\t443\n', 'a.example, 443, b.example'],
])('%s becomes %s, and nothing is reported as cut', (pasted, text) => {
  expect(shortenPasted(pasted, 100)).toEqual({ text, notice: null });
});

test.each([
  ['a'.repeat(150), 'a'.repeat(100), '100 of 150 characters'],
  [`why? ${'b'.repeat(100)}`, `why? ${'b'.repeat(95)}`, '100 of 105 characters'],
])('of %s the search has the beginning, and says so', (pasted, text, part) => {
  expect(shortenPasted(pasted, 100)).toEqual({ text, notice: `Only the first ${part} are searched.` });
});

test.each(['\n', '\r\n', '\t', ',', '; '])(
  'a list with %j has whole entries only, and says how many',
  (separator) => {
    const hosts = Array.from({ length: 13 }, (_, n) => `host-${n}.corp.example.com`);
    const { text, notice } = shortenPasted(hosts.join(separator), 100);
    expect(text).toBe(hosts.slice(0, 4).join(', '));
    expect(notice).toBe(
      'Only the first 4 of 13 entries are searched: at most 12, and 100 characters. The page Coverage takes whole lists.',
    );
  },
);

test('a list has at most twelve entries, each once', () => {
  const { text, notice } = shortenPasted([...'abcdefghijklmno', 'a'].join('\n'), 100);
  expect(text).toBe([...'abcdefghijkl'].join(', '));
  expect(notice).toContain('12 of 15');
});
