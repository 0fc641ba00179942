import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_VIEWS } from '../../contract/limits.ts';
import { anyCharacter } from '../../testing/any-character.ts';
import { parseViewsFile } from './views-file.ts';

const parse = (text: string) => parseViewsFile(text, ['plain_http', 'long_interval']);
const problemsOf = (text: string) => parse(text).problems.map(({ line, message }) => `${line}: ${message}`);

const yaml = `# what the team looks at
views:
  - name: Production
    description: What customers use
    filters: { q: 007, type: [tcp, https], condition: [down, overdue], maintenance_mode: false }
    sort: observed_since
    order: desc
    columns: [name, condition, observed_since]
    default: true
    public: true
  - name: By host
    group: name
    name_separator: "-"
    filters: { region: -fra1 }
review:
  rules: { plain_http: off, long_interval: on }
`;

const production = {
  name: 'Production',
  description: 'What customers use',
  query:
    'q=007&type=https&type=tcp&condition=down&condition=overdue&maintenance_mode=false&sort=observed_since',
  columns: ['name', 'condition', 'observed_since'],
  default: true,
  public: true,
};

test('views have the filters, the order and the groups of a URL', () => {
  const { file, problems } = parse(yaml);
  expect(problems).toEqual([]);
  expect(file?.views).toEqual([
    production,
    {
      name: 'By host',
      description: null,
      columns: null,
      default: false,
      public: false,
      query: 'region=-fra1&group=name&name_separator=-',
    },
  ]);
  expect([...(file?.rulesOff ?? [])]).toEqual(['plain_http']);
});

test('a JSON file gives the same result, also with tabs', () => {
  const filters = { q: '007', type: ['tcp', 'https'] };
  const json = { views: [{ name: 'One', filters, sort: 'name' }], review: { rules: { plain_http: 'off' } } };
  const same = parse(
    'views:\n  - { name: One, filters: { q: 007, type: [tcp, https] }, sort: name }\nreview: { rules: { plain_http: off } }',
  );
  expect(same.problems).toEqual([]);
  for (const indent of [undefined, 2, '\t']) expect(parse(JSON.stringify(json, null, indent))).toEqual(same);
});

test.each(['', '# nothing yet\n', '{}', 'views: []', 'review: { rules: {} }'])('%j has no views', (text) => {
  expect(parse(text)).toEqual({ file: { views: [], rulesOff: new Set() }, problems: [] });
});

test('each problem has its line', () => {
  const text = `views:
  - name: One
    filters:
      type: https
      condition: [down, broken]
      colour: red
    order: sideways
    columns: [name, colour]
  - filters: {}
  - name: one
    default: maybe
  - name: Two
    default: true
    per_page: 1000
  - name: Three
    default: true
    title: x
review:
  rules:
    plain_http: "no"
`;
  expect(problemsOf(text)).toEqual([
    '8: views[0].columns[1] is not a column.',
    '9: views[1].name must be a text of 1 to 60 visible characters.',
    '11: views[2].default must be true or false.',
    '17: views[4].title is not supported.',
    '20: review.rules.plain_http must be on or off.',
  ]);
  const valid = text
    .replace('name, colour', 'name')
    .replace('- filters: {}', '- name: Zero')
    .replace('maybe', 'false')
    .replace('title: x', 'description: x')
    .replace('plain_http: "no"', 'plain_https: off');
  expect(problemsOf(valid)).toEqual([
    expect.stringMatching(/^5: views\[0\]\.filters\.condition must be one of down, /),
    '6: views[0].filters.colour is not supported.',
    '7: views[0].order must be asc or desc.',
    '10: views[2].name is given twice.',
    '14: views[3].per_page must be a whole number from 1 to 100.',
    '16: views[4].default can be true only once.',
    '20: review.rules.plain_https is not a rule of GET /api/review.',
  ]);
});

test('a syntax error of YAML has its line', () => {
  const [problem = '', ...rest] = problemsOf('views:\n  - name: One\n    filters: { q: x\n');
  expect(problem).toMatch(/^[34]: /);
  expect(rest.length).toBeLessThan(20);
});

test('a view of a rule that does not exist, or is switched off, has its line', () => {
  const text = `views:
  - name: One
    filters: { rule: plain_http }
  - name: Two
    filters: { rule: plain_https }
`;
  expect(problemsOf(text)).toEqual(['5: views[1].filters.rule is not a rule of GET /api/review.']);
  const on = text.replace('plain_https', 'long_interval');
  expect(problemsOf(on)).toEqual([]);
  expect(problemsOf(`${on}review: { rules: { long_interval: off } }`)).toEqual([
    '5: views[1].filters.rule is switched off in review.rules.',
  ]);
});

test('a wrong word of a search has its line and its place', () => {
  const text = 'views:\n  - name: One\n    filters:\n      q: db is:dwn\n';
  expect(parse(text).problems).toEqual([
    {
      line: 4,
      message: expect.stringContaining('has a mistake at characters 4 to 9: is: needs one of down'),
    },
  ]);
});

test.each([
  ['two documents', 'views: []\n---\nviews: []\n'],
  ['a list', '- a\n'],
  ['a text', 'hello\n'],
  ['a tag', 'views:\n  - name: !!js/function "x"\n'],
  ['a known tag', 'views: !!set {}\n'],
  ['an alias', 'views: &a []\nreview: *a\n'],
  ['a merge', 'base: &a { name: x }\nviews:\n  - <<: *a\n'],
  ['a key twice', 'views: []\nviews: []\n'],
  ['a filter twice', 'views:\n  - name: x\n    filters: { q: a, q: b }\n'],
  ['__proto__', 'views:\n  - name: x\n    filters: { __proto__: a }\n'],
  ['constructor', 'views:\n  - name: x\n    filters: { constructor: a }\n'],
  ['a key that is a list', 'views:\n  - ? [a]\n    : b\n'],
  ['a long name', `views: [{ name: ${'x'.repeat(61)} }]`],
  ['a name of spaces', 'views: [{ name: "   " }]'],
  ['a control character', 'views: [{ name: "a\\u0000b" }]'],
  ['a mark of direction', 'views: [{ name: "a\\u202Eb" }]'],
  ['a lone surrogate', 'views: [{ name: "a\\ud800" }]'],
  ['a byte-order mark in a name', 'views: [{ name: "a\\ufeffb" }]'],
  [
    'too many views',
    `views:\n${Array.from({ length: MAX_VIEWS + 1 }, (_, n) => `  - name: v${n}`).join('\n')}\n`,
  ],
  ['10,000 views', `views:\n${Array.from({ length: 10_000 }, (_, n) => `  - name: v${n}`).join('\n')}\n`],
  ['a large file', `# ${'x'.repeat(100_000)}`],
  ['a deep one', '['.repeat(30_000)],
  ['many keys', Array.from({ length: 12_000 }, (_, n) => `k${n}:`).join('\n')],
])('it refuses %s', (_, text) => {
  const { file, problems } = parse(text);
  expect(file).toBeNull();
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(20);
  expect(JSON.stringify(problems).length).toBeLessThan(20_000);
});

test('an alias bomb is rejected before it expands', () => {
  const levels = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`);
  expect(problemsOf(`a0: &a0 x\n${levels.join('\n')}\n`)[0]).toMatch(/^2: Aliases are not supported[.]$/);
});

test('any content is either parsed or rejected', () => {
  const part = fc.constantFrom(
    'views:',
    ' - name: ',
    '\n',
    '{',
    '}',
    '[',
    ']',
    '"',
    '&a ',
    '*a',
    '!x ',
    ': ',
    '\t',
  );
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (content) => {
      const { file, problems } = parse(content);
      expect(file === null).toBe(problems.length > 0);
    }),
  );
});
