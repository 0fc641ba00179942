import fc from 'fast-check';
import { conditions } from '../../../contract/conditions.ts';
import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import { defaultOrderOf, inventorySorts } from '../../../contract/list-layout.ts';
import { MAX_SEARCH_LENGTH } from '../../../contract/query-parameters.ts';
import { regions, types, uuidOf } from '../snapshot/arbitrary-monitors.fixtures.ts';

const facet = <T extends string>(values: readonly T[]): fc.Arbitrary<(T | `-${T}`)[]> => {
  const some = fc.subarray([...values], { maxLength: 2 });
  return fc
    .tuple(some, some)
    .map(([included, excluded]) => [...included, ...excluded.map((value) => `-${value}` as const)]);
};
const flag = fc.constantFrom('true' as const, 'false' as const);
/** Words of the search's language, of each field and operator. */
const languageWords = [
  ...['-e', '-API', '"node 2"', '-"node 2"', '"down"', '-zzz', '-down', '"10.0.0.2"', '-10.0.0.2'],
  ...[
    'is:down',
    '-is:up',
    'is:maintenance',
    '-is:active',
    'is:flapping',
    'name:e',
    '-name:"node 2"',
    'name:zurich',
    'description:zzz',
    '-description:since',
  ],
  ...[
    'target:example.com',
    'target:10.0.0.2',
    '-target:db',
    'target:10.0.0.0/24',
    'type:tcp',
    '-type:__proto__',
  ],
  ...['region:eu-west', '-region:us-east', 'region:[', 'port:22', '-port:5432', 'port:443', 'port:0'],
  ...['since<1h', 'since>30s', '-since<=1h', 'since>=1d', 'checked>10m', '-checked<1m', 'checked<=30s'],
  ...[
    'response>=42ms',
    '-response>1s',
    'response<1ms',
    'interval:1m',
    '-interval:30s',
    'interval>1m',
    'interval<5m',
  ],
  ...['method:GET', '-method:GET', 'method:unknown', '-method:unknown', 'code:200', '-code:2xx', 'code:2xx'],
  ...[
    'code:none',
    'redirects:true',
    '-redirects:default',
    'timeout:500ms',
    '-timeout:5s',
    'timeout>1s',
    'timeout:default',
  ],
];
/** A search in the language: words, some of them alternatives. */
export const languageSearch = fc
  .array(fc.tuple(fc.constantFrom(...languageWords, 'e', 'down'), fc.constantFrom(' ', ' ', ' OR ')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((some) => some.map(([word, next], n) => (n === some.length - 1 ? word : word + next)).join(''));
const words = [
  ...['e', 'API', 'é', '10.0', ':22', 'σ', 'eu-', 'example.com', 'zzz', '監', 'zurich', 'grosse', 'lodz'],
  ...[
    'TCP',
    'down',
    'never',
    'unknown',
    'degr',
    'maintenance',
    '0000-4',
    '00000000-0000',
    uuidOf(3).replaceAll('-', ''),
  ],
];

/** Queries that usually match some monitors. */
export const arbitraryQuery: fc.Arbitrary<InventoryQuery> = fc
  .record(
    {
      page: fc.integer({ min: 1, max: 4 }),
      per_page: fc.integer({ min: 1, max: 10 }),
      facets: fc.boolean(),
      q: fc.oneof(
        fc.subarray(words, { minLength: 1, maxLength: 2 }).map((some) => some.join(' ')),
        languageSearch,
      ),
      type: facet([...types, 'absent']),
      condition: facet(conditions),
      region: facet([...regions, 'absent']),
      is_active: flag,
      maintenance_mode: flag,
      flapping: flag,
      http_method: facet(['GET', 'HEAD', 'default', 'unknown']),
      expected_status_codes: facet(['200', '1000', 'none', 'unknown']),
      follow_redirects: facet(['true', 'default', 'unknown']),
      timeout_ms: facet(['500', '10000', 'unknown']),
      sort: fc.constantFrom(...inventorySorts),
    },
    { requiredKeys: ['page', 'per_page', 'facets'] },
  )
  .chain((query) => {
    const { sort } = query;
    if (!sort) return fc.constant(query);
    return fc
      .constantFrom('asc' as const, 'desc' as const, defaultOrderOf(sort))
      .map((order) => ({ ...query, order }));
  });

/** Expensive searches of at most 100 characters: addresses, networks, parts of UUIDs, letters, any characters. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom('s', 'e', 'https://e', 'a:p@e@e', 'münchen.de', '[::1]'), fc.nat(20))
        .chain(([host, n]) => fc.constantFrom(`${host}/${n}`, `${host}:${n}`, `${host}:443/${n}`, host)),
      fc
        .tuple(fc.constantFrom('::', '::1', '::ffff:10.1.2.3', '10.1.2.3', '0.0.0.0'), fc.nat(130))
        .chain(([ip, n]) => fc.constantFrom(`${ip}/${n}`, ip, `[${ip}]:443`, `http://[${ip}]/`)),
      fc.constantFrom(
        '00000000',
        'deadbeef'.repeat(4),
        uuidOf(3),
        'up',
        'never',
        'tcp',
        'xn--',
        'ünch',
        'e'.repeat(50),
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.string({ unit: fc.constantFrom(...'s0e1/:@.[]-%?#'), maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((some) =>
    some
      .join(' ')
      .replace(/\p{Cc}/gu, '')
      .slice(0, MAX_SEARCH_LENGTH)
      .toWellFormed()
      .trim(),
  );
