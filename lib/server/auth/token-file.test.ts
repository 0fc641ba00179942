import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../testing/any-character';
import { createToken, hashOfToken, lineOfToken, tokenName } from './api-token';
import { parseTokenFile } from './token-file';

const [a, b] = [createToken(), createToken()];
const format = 'not a name and sha256:<64 hex digits>';

test('each line of create-token is a token; comments and blank lines are not', () => {
  const text = `\uFEFF# for the dashboard\r\n${lineOfToken('grafana', a)}\r\n\r\n  ${lineOfToken('cron.job_2', b)}  \n# end`;
  const { tokens, wrong } = parseTokenFile(text);
  expect(wrong).toEqual([]);
  expect([...tokens]).toEqual([
    [hashOfToken(a), { name: 'grafana', use: 'script', view: null }],
    [hashOfToken(b), { name: 'cron.job_2', use: 'script', view: null }],
  ]);
});

test('a wrong line is reported by its number only, and the others still count', () => {
  const lines = [
    lineOfToken('grafana', a),
    a,
    `grafana ${a}`,
    lineOfToken('grafana', b),
    lineOfToken('other', a),
    `${lineOfToken('cut', b).slice(0, -1)}`,
    lineOfToken('a name', b),
    lineOfToken('line\u0085break', b),
    lineOfToken('x'.repeat(41), b),
    lineOfToken('last', b).toUpperCase().replace('LAST SHA256', 'last sha256'),
  ];
  const { tokens, wrong } = parseTokenFile(lines.join('\n'));
  expect([...tokens.values()].map(({ name }) => name)).toEqual(['grafana', 'last']);
  expect(wrong).toEqual([
    { line: 2, reason: format },
    { line: 3, reason: format },
    { line: 4, reason: 'name given twice' },
    { line: 5, reason: 'token given twice' },
    ...[6, 7, 8, 9].map((line) => ({ line, reason: format })),
  ]);
  expect(JSON.stringify(wrong)).not.toContain(a.slice(10));
});

test('the token of a wall has a view, which must have the filters of a list', () => {
  const lines = [
    lineOfToken('all', a, ''),
    lineOfToken('some', b, 'type=https&region=-fra1'),
    lineOfToken('named', createToken(), 'view=Production'),
    lineOfToken('both', createToken(), 'view=Production&type=https'),
    lineOfToken('secret', createToken(), `type=https&${a}=1`),
    lineOfToken('wrong', createToken(), 'condition=broken'),
    lineOfToken('sorted', createToken(), 'sort=name'),
    `${lineOfToken('spaced', createToken(), 'q=a b')}`,
    `${lineOfToken('other', createToken())} page`,
  ];
  const { tokens, wrong } = parseTokenFile(lines.join('\n'));
  expect([...tokens.values()]).toEqual([
    { name: 'all', use: 'wall', view: '' },
    { name: 'some', use: 'wall', view: 'type=https&region=-fra1' },
    { name: 'named', use: 'wall', view: 'view=Production' },
  ]);
  expect(wrong).toEqual([
    { line: 4, reason: 'the view has a parameter that no wall has' },
    { line: 5, reason: 'the view has a parameter that no wall has' },
    { line: 6, reason: expect.stringContaining('the view: condition must be one of down') },
    { line: 7, reason: 'the view has a parameter that no wall has' },
    { line: 8, reason: format },
    { line: 9, reason: format },
  ]);
});

test('whatever the file contains, only valid names and hashes become tokens', () => {
  const line = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .tuple(fc.string(), fc.stringMatching(/^[\da-fA-F]{60,66}$/))
      .map(([name, hex]) => `${name} sha256:${hex}`),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const [hash, { name }] of parseTokenFile(lines.join('\n')).tokens) {
        expect(name).toMatch(tokenName);
        expect(hash).toMatch(/^[\da-f]{64}$/);
      }
    }),
  );
});
