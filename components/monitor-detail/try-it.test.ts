import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '@/lib/testing/any-character';
import { generated } from '../../lib/testing/property-runs.ts';
import { apiCall, tryIt } from './try-it';

/** Shell functions that replace the programs; each prints the number of its arguments and the arguments. */
const programs = ['curl', 'nc', 'ping']
  .map((name) => `${name}() { printf '%s\\0' "$(($# + 1))" ${name} "$@"; }`)
  .join('\n');

/** Runs commands in a real shell whose PATH contains no programs. @returns the arguments of each call */
function wordsOfEach(commands: readonly string[], env: Record<string, string> = {}): string[][] {
  const printed = execFileSync('/bin/sh', ['-c', [programs, ...commands].join('\n')], {
    env: { NODE_ENV: 'test', PATH: '/nowhere', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  const words = printed.split('\0');
  const calls: string[][] = [];
  for (let at = 0; at < words.length - 1; at += Number(words[at]) + 1) {
    calls.push(words.slice(at + 1, at + 1 + Number(words[at])));
  }
  return calls;
}

const wordsOf = (command: string, env?: Record<string, string>) => wordsOfEach([command], env)[0];

const nothing = { http_method: null, follow_redirects: null, timeout_ms: null };
const https = {
  type: 'https',
  target: 'https://shop.example.com/health',
  port: null,
  http_method: 'GET',
  follow_redirects: true,
  timeout_ms: 5000,
  unknown_fields: [],
};
const writeOut = ['--output', '/dev/null', '--write-out', String.raw`%{http_code}  %{time_total}s\n`];

test('an https check is a curl command', () => {
  expect(tryIt(https)).toEqual({
    command: String.raw`curl --silent --show-error --globoff --location --max-time 5 \
  --output /dev/null --write-out '%{http_code}  %{time_total}s\n' \
  --url 'https://shop.example.com/health'`,
    note: null,
  });
});

test('other methods use --request; HEAD uses --head', () => {
  const first = (http_method: string) => tryIt({ ...https, http_method }).command?.split(' \\\n')[0];
  const defaults = 'curl --silent --show-error --globoff --location --max-time 5';
  expect(first('POST')).toBe(`${defaults} --request POST`);
  expect(first('HEAD')).toBe(`${defaults} --head`);
});

test('unset and unknown settings are omitted, with a note', () => {
  const note = 'Settings that are not set or not known have curl’s defaults.';
  const unset = tryIt({ ...https, ...nothing });
  expect(unset.command).toMatch(/^curl --silent --show-error --globoff \\\n {2}--output/);
  expect(unset.note).toBe(note);
  expect(tryIt({ type: 'https', target: https.target, port: null, unknown_fields: [] })).toEqual(unset);
  expect(tryIt({ ...https, timeout_ms: null, unknown_fields: ['timeout_ms'] }).note).toBe(note);
});

test('a tcp check is an nc command, a ping check a ping command', () => {
  const database = { ...https, ...nothing, type: 'tcp', target: 'db.internal', port: 5432 };
  expect(tryIt(database).command).toBe('nc -vz -- db.internal 5432');
  expect(tryIt({ ...database, timeout_ms: 1500 }).command).toBe('nc -vz -w 2 -- db.internal 5432');
  expect(tryIt({ ...database, port: null })).toEqual({
    command: null,
    note: 'No port is set.',
  });
  expect(tryIt({ ...database, type: 'ping' }).command).toBe('ping -c 4 -- db.internal');
  expect(tryIt({ ...database, type: 'dns' }).command).toBeNull();
});

test('without a known target, type or port there is no command', () => {
  const without = (field: string, changes = {}) =>
    tryIt({ ...https, ...nothing, ...changes, unknown_fields: [field] });
  expect(without('target', { target: '' })).toEqual({ command: null, note: 'The target is unknown.' });
  expect(without('type', { type: 'unknown' })).toEqual({ command: null, note: 'The type is unknown.' });
  expect(without('port', { type: 'tcp' })).toEqual({ command: null, note: 'The port is unknown.' });
  expect(without('port').command, 'the URL has the port').toContain('curl');
});

test('an invalid timeout is omitted', () => {
  for (const timeout_ms of [0, -5, Number.NaN, 1e30, 1e-9]) {
    expect(tryIt({ ...https, timeout_ms }).command).not.toContain('--max-time');
  }
});

/** Texts that break shell quoting, and control characters that a terminal interprets. */
const nasty = [
  ...`' " \\ $(touch\thit) $PATH ; && | > # !! !touch -o -- ~ * {a,b} %s é監視🛰️ a`.split(' '),
  ...[
    '$(touch hit)',
    '`touch hit`',
    '; touch hit #',
    '&& touch hit',
    '| touch hit',
    '> hit',
    ' ',
    '\n',
    '\r',
    '\t',
  ],
  ...['\u0003', '\u001B[201~', '\u007F', '\u009B', '\u202E', '\u2028', '\uD800', '\0'],
];
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...nasty), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);
/** The part of a text that a shell word can contain. */
const asWord = (text: string) => text.toWellFormed().replaceAll('\0', '');

function expectedWords(one: Parameters<typeof tryIt>[0]): string[] | undefined {
  const target = asWord(one.target);
  const expected: Record<string, string[]> = {
    https: [
      ...['curl', '--silent', '--show-error', '--globoff', '--location', '--max-time', '1.5'],
      ...['--request', asWord(one.http_method ?? '')],
      ...(/^https?:\/\//i.test(one.target) ? [] : ['--proto', '=http,https']),
      ...writeOut,
      ...['--url', target],
    ],
    tcp: ['nc', '-vz', '-w', '2', '--', target, '5432'],
    ping: ['ping', '-c', '4', '--', target],
  };
  return expected[one.type];
}

test('for arbitrary fields the shell calls one program with exactly the expected arguments', () => {
  const monitor = fc.record({
    type: fc.constantFrom('https', 'tcp', 'ping'),
    target: hostile,
    port: fc.constant(5432),
    http_method: hostile.filter((method) => !['', 'GET', 'HEAD'].includes(method)),
    follow_redirects: fc.constant(true),
    timeout_ms: fc.constant(1500),
    unknown_fields: fc.constant<string[]>([]),
  });
  fc.assert(
    fc.property(fc.array(monitor, { minLength: 30, maxLength: 30 }), (monitors) => {
      const words = wordsOfEach(monitors.map((one) => tryIt(one).command ?? ''));
      expect(words).toEqual(monitors.map(expectedWords));
    }),
    { numRuns: generated(20) },
  );
});
test('a command contains no control characters that a terminal interprets', () => {
  fc.assert(
    fc.property(hostile, (target) => {
      const { command } = tryIt({ ...https, type: 'ping', target });
      // Trailing newlines are kept, within the quotes.
      expect(command).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\n(?![\n']*$)/u);
    }),
  );
});

test('the API call has the key as a variable', () => {
  const uuid = '3f1c2a9e-5b0d-4a7e-9c1f-0d6b8e2a7c55';
  const env = { API_KEY: 'k e y', API_URL: 'https://api.example.com/v1' };
  const words = (url: string) => [
    'curl',
    '--silent',
    '--show-error',
    '--header',
    'Authorization: Bearer k e y',
    url,
  ];
  expect(apiCall(uuid, null)).toContain('"Authorization: Bearer $API_KEY"');
  expect(wordsOf(apiCall(uuid, null), env)).toEqual(words(`https://api.example.com/v1/monitors/${uuid}`));
  expect(wordsOf(apiCall(uuid, 'https://else.example.com/v1/'), env)).toEqual(
    words(`https://else.example.com/v1/monitors/${uuid}`),
  );
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 30, maxLength: 30 }), (given) => {
      const uuids = given.map((text) => text.toWellFormed());
      expect(
        wordsOfEach(
          uuids.map((one) => apiCall(one, null)),
          env,
        ),
      ).toEqual(uuids.map((one) => words(`https://api.example.com/v1/monitors/${encodeURIComponent(one)}`)));
    }),
    { numRuns: generated(5) },
  );
});
