import type { ListFields } from '../../lib/contract/monitor.ts';
import { MAX_SEARCH_LENGTH } from '../../lib/contract/query-parameters.ts';

/** Fills a search with as many different words as fit. `wordAt` returns the word with a number. */
function filled(wordAt: (n: number) => string): string {
  let text = wordAt(0);
  for (let n = 1; text.length + 1 + wordAt(n).length <= MAX_SEARCH_LENGTH; n += 1) text += ` ${wordAt(n)}`;
  return text;
}

const letters = 'estaoinrhldcumfpgwybvkxjqz0123456789-./:é';

/** Searches that are meant to be slow, by name. */
export const hostileSearches: Readonly<Record<string, string>> = {
  'paths of hosts that are one letter': filled((n) => `${letters[Math.floor(n / 10)]}/${n % 10}`),
  'ports of hosts that are one letter': filled((n) => `${letters[n]}:${n}`),
  'networks of all IPv6 addresses': filled((n) => `::/${n === 0 ? 0 : 129 - n}`),
  'networks of all IPv4 addresses': filled((n) => `${n}.0.0.0/0`),
  'addresses without a number of a group': filled((n) => `${n}::`),
  'a URL that nobody checks': 'https://nobody.example.org:8443/cart/health?verbose=1#latency',
  'a URL of a host that is checked': 'https://api.example.com:8443/nowhere',
  'an IP address that nobody checks': '192.0.2.77',
  'a network that nobody checks': '192.0.2.0/24',
  'letters that are in every URL': [...'htps:/o-.eamrxlc843d=?i'].join(' '),
  'letters of all kinds': filled((n) => letters[n] ?? `e${n}`),
  'one letter, which is in every target': 't',
  'pairs of letters': filled((n) => `${letters[n % 7]}${letters[n % 11]}`),
  'parts of UUIDs': filled((n) => `0000000${n}`),
  'a long hexadecimal number': 'deadbeef'.repeat(12),
  'a long repetition': `${'e'.repeat(99)}!`,
  'an international URL that nobody checks': 'https://größe.münchen.example/straße?ö#ü',
  'letters that must not occur': filled((n) => `-${letters[n]}ž`),
  'parts of names': filled((n) => `name:${letters[n % 5]}`),
  'parts of targets that must not occur': filled((n) => `-target:${n}ž`),
  'networks that must not be checked': filled((n) => `-target:${n}.0.0.0/8`),
  'ages that all monitors have': filled((n) => `checked>${n}ms`),
  'times in a condition': filled((n) => `-since<${n}s`),
  'states that many have': filled((n) => ['is:active', '-is:pending', '-is:flapping'][n % 3] ?? ''),
  'settings that many do not have': filled((n) => `-code:${n}`),
  'alternatives that nobody has': [...letters]
    .slice(0, 20)
    .map((letter) => `${letter}ž`)
    .join(' OR ')
    .slice(0, 98),
  'no text of any language': '\u0130\ufdfa\ufb03💩 '.repeat(16).trim(),
  'addresses in passwords': `https://${'a@'.repeat(35)}nobody.example`,
  'brackets and colons': '[::]:1 [1::]:2 [::1:2]:3 ::ffff:1.2.3.4 [fe80::1%25a]:1/ ::ffff:0:0/96',
};

/** Targets for inventories. Each kind is the most expensive one for some of these searches. */
export const hostileTargets: Readonly<Record<string, (row: ListFields, n: number) => ListFields>> = {
  'targets as generated': (row) => row,
  'all targets are IP addresses': (row, n) => ({
    ...row,
    type: 'tcp',
    port: 443,
    target:
      n % 2 === 0
        ? `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
        : `2001:db8::${(n >> 16).toString(16)}:${(n & 65_535).toString(16)}`,
  }),
  'all targets are URLs': (row, n) => ({
    ...row,
    type: 'https',
    port: null,
    target: `https://host-${n}.team-${n % 97}.straße.example.com:8443/estate/${n}/health?depth=${n}`,
  }),
};
