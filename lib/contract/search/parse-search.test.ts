import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { parseSearch, printSearch, type SearchClause, searchedPart } from './parse-search';
import { printDuration, readDuration, searchFieldNames, searchFields } from './search-fields';

/** The words of a search in short: `!` for not, `|` between alternatives. */
function inShort(all: readonly SearchClause[]) {
  return all.map((any) =>
    any
      .map((atom) => {
        const not = atom.isNegated ? '!' : '';
        if (atom.field === null) return `${not}${atom.isQuoted ? `«${atom.text}»` : atom.text}`;
        return `${not}${atom.field}${atom.comparison === null ? `=${atom.value}` : `${atom.comparison}${atom.ms}`}`;
      })
      .join('|'),
  );
}

const withoutPlaces = (all: readonly SearchClause[]) =>
  all.map((any) => any.map(({ from: _from, to: _to, ...atom }) => atom));

test.each([
  ['', []],
  ['checkout  eu', ['checkout', 'eu']],
  ['"order db" eu', ['«order db»', 'eu']],
  ['-staging -"order db"', ['!staging', '!«order db»']],
  ['a b OR c d', ['a', 'b|c', 'd']],
  ['a OR b OR -c', ['a|b|!c']],
  ['a or b', ['a', 'or', 'b']],
  ['"OR"', ['«OR»']],
  ['region:fra1 -type:tcp', ['region=fra1', '!type=tcp']],
  ['Region:fra1', ['region=fra1']],
  ['name:"order db" target:10.1.0.0/16', ['name=order db', 'target=10.1.0.0/16']],
  ['is:down OR is:flapping', ['is=down|is=flapping']],
  ['port:443 code:5xx method:POST', ['port=443', 'code=5xx', 'method=POST']],
  [
    'interval>5m since<1h checked>=10m response<=500ms',
    ['interval>300000', 'since<3600000', 'checked>=600000', 'response<=500'],
  ],
  ['interval:60s timeout:default timeout:10s', ['interval=60000', 'timeout=default', 'timeout=10000']],
  ['target:https://a.example:8443/x?y', ['target=https://a.example:8443/x?y']],
])('%j is read as %j', (text, expected) => {
  expect(inShort(parseSearch(text).all ?? [])).toEqual(expected);
});

test.each([
  'https://x.example:8443/a?b=-1#c',
  'host:443',
  '::1 [::1]:443 2001:db8::1',
  '10.0.0.0/8, 10.1.2.3; x',
  'EU - checkout a-b --verbose',
  'a>b <b> 5" x:y issue:7 or',
  'AND a and DO NOT b AND',
  '"a","b"',
])('%j stays plain', (text) => {
  expect(inShort(parseSearch(text).all ?? [])).toEqual(text.split(' '));
});

test.each([
  ['curl -I https://a.example/x', 'https://a.example/x'],
  ['down: https://a.example/x', 'https://a.example/x'],
  ['see https://a.example/x, please', 'https://a.example/x'],
  ['<a href="https://a.example/x">open</a>', 'https://a.example/x'],
  ['"url": "https://a.example/x",', 'https://a.example/x'],
  ['Get "https://a.example/x": EOF', 'https://a.example/x'],
  ['target: https://a.example/x', 'https://a.example/x'],
  ['ssh root@db.example.com', 'root@db.example.com'],
  [' SSH  root@db.example.com -p 22', 'root@db.example.com'],
  ['<https://a.example/x|label>', 'https://a.example/x'],
  ['<https://a.example/x|a label of words> is:up', 'https://a.example/x is:up'],
  ['<https://a.example/x>', 'https://a.example/x'],
  ['[A label](https://a.example/x) is:up', 'https://a.example/x is:up'],
  ['[https://a.example/x](https://a.example/x)', 'https://a.example/x'],
  ['[a label|https://a.example/x]', 'https://a.example/x'],
  ['down <https://a.example/x|cut o', 'https://a.example/x'],
  ['(https://a.example/x).', 'https://a.example/x'],
  ['“https://a.example/x”', 'https://a.example/x'],
  ['https://a.example/x:', 'https://a.example/x'],
  ['(http://[::1]:80/x)', 'http://[::1]:80/x'],
  ['http://[::1]', 'http://[::1]'],
  ['dial tcp db.example.com:5432: connect refused', 'db.example.com:5432'],
  ['https://a.example/x and https://b.example', 'https://a.example/x OR https://b.example'],
  ['-region:fra1 https://a.example/x now', 'https://a.example/x -region:fra1'],
])('of the pasted text %j, %j is searched', (text, searched) => {
  expect(printSearch(parseSearch(text).all ?? [])).toBe(searched);
});

test.each([
  ['api -https://a.example/x', 'api -https://a.example/x'],
  ['api OR https://a.example/x', 'api OR https://a.example/x'],
  ['api target:https://a.example/x', 'api target:https://a.example/x'],
  ['api a.example 10.0.0.7 12:30:45', 'api a.example 10.0.0.7 12:30:45'],
])('all words of %j are searched', (text, searched) => {
  expect(printSearch(parseSearch(text).all ?? [])).toBe(searched);
  expect(searchedPart(text)).toBeNull();
});

test.each([
  ['is:DOWN', 'is:down'],
  ['type:TCP region:FRA1', 'type:tcp region:FRA1'],
  ['IS:Down -is:UP', 'is:down -is:up'],
  ['method:head OR method:Post', 'method:HEAD OR method:POST'],
  ['method:Default', 'method:default'],
  ['code:5XX redirects:TRUE', 'code:5xx redirects:true'],
  ['response>2S timeout:DEFAULT', 'response>2s timeout:default'],
  ['region:EU-West name:Shop', 'region:EU-West name:Shop'],
])('of %j, values with a fixed spelling are read in it: %j', (text, read) => {
  expect(printSearch(parseSearch(text).all ?? [])).toBe(read);
});

test('what is searched is told only when words are left out', () => {
  expect(searchedPart('curl -I https://a.example/x')).toBe('https://a.example/x');
  expect(searchedPart('(https://a.example/x).')).toBeNull();
  expect(searchedPart('https://a.example is:up')).toBeNull();
  expect(searchedPart('is:nothing')).toBeNull();
});

test.each([
  [
    'a is:dwn b',
    'is:dwn',
    'is: needs one of down, overdue, unknown, pending, up, inactive, active, maintenance, flapping',
  ],
  ['is:', 'is:', 'is needs a value, such as is:down'],
  ['a -region: b', '-region:', 'region needs a value, such as region:fra1'],
  ['region:""', 'region:""', 'region needs a value, such as region:fra1'],
  ['port:70000', 'port:70000', 'port: needs a port, 0 to 65535'],
  ['port>80', 'port>80', 'port needs a colon, such as port:443'],
  ['since:1h', 'since:1h', 'since needs < or >, such as since<1h'],
  ['since<1', 'since<1', 'since< needs a duration with its unit (ms, s, m, h or d)'],
  ['timeout>default', 'timeout>default', 'timeout> needs a duration'],
  ['code:9x', 'code:9x', 'code: needs a status code, a class such as 5xx, none, default or unknown'],
  ['"order db', '"order', 'A quote is not closed'],
  ['name:"order', 'name:"order', 'A quote is not closed'],
  ['a "" b', '""', 'There is nothing between the quotes'],
  ['OR a', 'OR', 'OR needs a word on both sides'],
  ['a OR', 'OR', 'OR needs a word on both sides'],
  ['a OR OR b', 'OR', 'OR needs a word on both sides'],
  ['region:fra1 AND type:tcp', 'AND', 'AND is not needed: a space means it'],
  ['a && b', '&&', '&& is not needed: a space means it'],
  ['a || b', '||', '|| is written as OR'],
  ['NOT region:fra1', 'NOT', 'NOT is written as a hyphen before the word'],
])('of %j, %j is refused: %s', (text, wrong, message) => {
  const { problem } = parseSearch(text);
  expect(problem?.message).toBe(message);
  expect(text.slice(problem?.from, problem?.to)).toBe(wrong);
});

/** Parts of a search that have a meaning, and arbitrary characters. */
const part = fc.oneof(
  fc.constantFrom(
    ...searchFieldNames.flatMap((name) => [`${name}:`, `${name}<`, searchFields[name].example]),
  ),
  fc.constantFrom(' ', ' ', '-', '"', ' OR ', 'https://a.example/x', '5m', '5xx', 'a', '443', ':', '>='),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const anyText = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

test('any text is parsed or rejected with a place, and a printed search is parsed as the same search', () => {
  const count = { read: 0, refused: 0 };
  fc.assert(
    fc.property(anyText, (text) => {
      const { all, problem } = parseSearch(text);
      count[problem ? 'refused' : 'read'] += 1;
      if (problem) {
        expect(problem.from).toBeGreaterThanOrEqual(0);
        expect(problem.to).toBeGreaterThan(problem.from);
        expect(problem.to).toBeLessThanOrEqual(text.length);
        return;
      }
      const printed = printSearch(all);
      expect(withoutPlaces(parseSearch(printed).all ?? []), printed).toEqual(withoutPlaces(all));
      // Each word stands where its place says.
      for (const atom of all.flat()) {
        const alone = parseSearch(text.slice(atom.from, atom.to)).all ?? [];
        expect(withoutPlaces(alone)).toEqual(withoutPlaces([[atom]]));
      }
    }),
    { numRuns: generated(3000) },
  );
  expect(Math.min(count.read, count.refused)).toBeGreaterThan(generated(300));
});

test('a duration is printed in the largest unit without a fraction', () => {
  expect([0, 1, 1500, 60_000, 90_000, 86_400_000].map(printDuration)).toEqual([
    '0ms',
    '1ms',
    '1500ms',
    '1m',
    '90s',
    '1d',
  ]);
  fc.assert(
    fc.property(fc.nat(9_999_999), fc.constantFrom('ms', 's', 'm', 'h', 'd'), (count, unit) => {
      const ms = readDuration(`${count}${unit}`);
      expect(ms === null ? null : readDuration(printDuration(ms))).toBe(ms);
    }),
  );
  expect(['5', '5w', 'm', '1.5h', '-5m'].map(readDuration)).toEqual([null, null, null, null, null]);
});
