import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { type Changes, check, rowsOf, web } from './check-coverage.fixtures.ts';
import { checkCoverage, runInSlices } from './check-coverage.ts';
import { readList } from './read-list.ts';

/** The answer for one address, and the names of its monitors. */
function answer(address: string, ...monitors: Changes[]) {
  const [row] = check(address, ...monitors).data;
  return `${row?.answer} ${row?.why}: ${row?.monitors.map(({ name }) => name).join(' ')}`;
}

const database: Changes = { type: 'tcp', target: 'db.example.com', port: 5432 };
const ping: Changes = { type: 'ping', target: 'db.example.com', port: null };
const page = web('https://shop.example.com/cart');

const cases: [address: string, monitors: Changes[], answer: string][] = [
  ['shop.example.com', [page], 'monitored null: m0'],
  ['SHOP.example.com.', [page], 'monitored null: m0'],
  ['https://shop.example.com/', [page], 'monitored null: m0'],
  ['https://shop.example.com/CART/?x=1', [page], 'monitored null: m0'],
  ['shop.example.com:443', [page], 'monitored null: m0'],
  ['wss://shop.example.com', [page], 'monitored null: m0'],
  ['db.example.com:5432', [ping, database], 'monitored null: m1'],
  ['db.example.com', [ping, database], 'monitored null: m0 m1'],
  ['postgres://db.example.com:5432/orders', [database], 'monitored null: m0'],
  ['postgres://db.example.com/orders', [database], 'monitored null: m0'],
  ['ssh://db.example.com', [database], 'monitored_otherwise port: m0'],
  ['xn--gre-6ka8i.example', [web('https://größe.example')], 'monitored null: m0'],
  ['[2001:DB8:0::1]:443', [web('https://[2001:db8::1]/')], 'monitored null: m0'],
  ['shop.example.com', [web('https://shop.example.com', { condition: 'down' })], 'monitored null: m0'],
  ['https://shop.example.com/login', [page], 'monitored_otherwise path: m0'],
  ['shop.example.com:8443', [page], 'monitored_otherwise port: m0'],
  ['db.example.com:5432', [ping], 'monitored_otherwise port: m0'],
  ['http://shop.example.com', [page], 'monitored_otherwise scheme: m0'],
  ['https://db.example.com', [{ ...database, port: 443 }], 'monitored_otherwise scheme: m0'],
  ['www.shop.example.com', [page], 'monitored_otherwise www: m0'],
  ['example.com', [web('https://www.example.com')], 'monitored_otherwise www: m0'],
  [
    '10.1.0.0/16',
    [
      { ...database, target: '10.1.2.3' },
      { ...database, target: '10.2.0.1' },
    ],
    'monitored_otherwise network: m0',
  ],
  ['2001:db8::/32', [{ ...ping, target: '2001:db8:1::1' }], 'monitored_otherwise network: m0'],
  ['*.example.com', [page, web('https://example.com')], 'monitored_otherwise wildcard: m0'],
  [
    'orders-db',
    [web('https://orders-db.internal'), web('https://orders.example.com')],
    'monitored_otherwise short_name: m0',
  ],
  [
    'orders-db',
    [web('https://orders-db.iad1.internal'), web('https://orders-db.internal', { condition: 'overdue' })],
    'not_working short_name: m1',
  ],
  ['orders-db.fra1', [web('https://orders-db.fra1.internal')], 'monitored_otherwise short_name: m0'],
  ['shop.com', [web('https://shop.com.internal')], 'not_monitored null: '],
  ['shop.example.com', [{ ...page, is_active: false, condition: 'inactive' }], 'not_working inactive: m0'],
  ['shop.example.com', [{ ...page, maintenance_mode: true }], 'monitored null: m0'],
  ['shop.example.com', [{ ...page, condition: 'pending' }], 'not_working never_checked: m0'],
  ['shop.example.com', [{ ...page, condition: 'overdue' }], 'not_working overdue: m0'],
  [
    'shop.example.com',
    [
      { ...page, condition: 'inactive' },
      { ...page, condition: 'overdue' },
    ],
    'not_working overdue: m1',
  ],
  [
    'https://shop.example.com/cart',
    [{ ...page, condition: 'inactive' }, web('https://shop.example.com/')],
    'monitored_otherwise path: m1',
  ],
  // A monitor that does not work, of something else: why it does not is not said of this address.
  ['www.shop.example.com', [{ ...page, condition: 'inactive' }], 'not_working www: m0'],
  ['shop.example.com:8443', [{ ...page, condition: 'overdue' }], 'not_working port: m0'],
  ['shop.example.com:8443', [{ ...page, condition: 'overdue' }, page], 'monitored_otherwise port: m1'],
  ['blog.example.com', [page], 'not_monitored null: '],
  ['example.com', [page], 'not_monitored null: '],
  ['notexample.com', [web('https://example.com')], 'not_monitored null: '],
  ['10.1.2.30', [{ ...database, target: '10.1.2.3' }], 'not_monitored null: '],
];

test.each(cases.map(([address, monitors, expected]) => ({ address, monitors, expected })))(
  '$address is $expected',
  ({ address, monitors, expected }) => {
    expect(answer(address, ...monitors)).toBe(expected);
  },
);

test('a machine is monitored by its name or its address, and no monitor of it is left', () => {
  const byAddress: Changes = { ...database, target: '10.1.2.3' };
  const { data, not_listed, meta } = check('host,ip\ndb.example.com,10.1.2.3\n\n10.1.2.3\n', byAddress);
  expect(data).toMatchObject([
    { address: 'db.example.com', answer: 'monitored', why: null, as: '10.1.2.3', monitor_count: 1 },
  ]);
  expect(not_listed).toEqual([]);
  expect(meta.skipped).toMatchObject([{ reason: 'other_name', count: 2 }]);
  const byPort = check('host,ip,port\ndb.example.com,10.1.2.3,6432\n', byAddress);
  expect(byPort.data).toMatchObject([{ answer: 'monitored_otherwise', why: 'port', as: '10.1.2.3' }]);
  // The name of a machine is compared, too, where it has no other name.
  const byYaml = check('servers:\n  - name: db\n    ip: 10.1.2.4\n', database);
  expect(byYaml.data).toMatchObject([{ address: '10.1.2.4', name: 'db', why: 'short_name', as: 'db' }]);
  const byKey = check('[{"name":"db","ip":"10.1.2.4"}]', database);
  expect(byKey.data).toMatchObject([{ address: '10.1.2.4', why: 'short_name', as: 'db' }]);
  const byName = check('name,ip\ndb,10.1.2.4\n', database);
  expect(byName.data).toMatchObject([{ address: '10.1.2.4', why: 'short_name', as: 'db' }]);
});

test('machines with the same short name at several sites are compared by their addresses', () => {
  const list =
    'Hostname,Site,IP,Port\nweb1,Tokyo,10.1.2.3,5432\nweb1,Warsaw,10.1.2.4,5432\nweb1,Tokyo,10.1.2.3,5432\n';
  const { data, meta } = check(list, { ...database, target: '10.1.2.3' });
  expect(data.map(({ address, name, answer }) => `${address} ${name} ${answer}`)).toEqual([
    'web1:5432 null monitored',
    '10.1.2.4:5432 web1 not_monitored',
  ]);
  expect(meta.skipped).toMatchObject([
    { reason: 'other_name', count: 3 },
    { reason: 'duplicate', count: 1 },
  ]);
});

test('an address that is nearly a monitored one names it, and is not monitored', () => {
  const hosts = ['checkout.example.com', 'node-3.example.com', 'payments-api.example.com'];
  const monitors = hosts.map((host) => web(`https://${host}`));
  const near = (address: string) => check(address, ...monitors).data[0];
  expect(near('check-out.example.com')).toMatchObject({
    answer: 'not_monitored',
    near: 'checkout.example.com',
  });
  expect(near('checkout.exmaple.com')?.near).toBe('checkout.example.com');
  // Other machines of the same kind, and other names.
  const others = [
    'node-4.example.com',
    'chat.example.com',
    'payments-ar.example.com',
    '*.exampel.com',
    '10.0.0.1',
  ];
  for (const address of others) expect(near(address)?.near, address).toBeNull();
});

test('an answer has at most five monitors, and their number', () => {
  const [row] = check('db.example.com', ...Array<Changes>(8).fill(database)).data;
  expect(row?.monitors).toHaveLength(5);
  expect(row?.monitor_count).toBe(8);
});

test('each address has one answer; all other tokens are counted with their reason', () => {
  const text = 'a.example.com\n???\nb.example.com\nA.example.com.\nlocalhost\n# c.example.com\n';
  const { data, meta } = check(text, web('https://a.example.com'));
  expect(data.map(({ address, line, answer }) => `${line} ${address} ${answer}`)).toEqual([
    '1 a.example.com monitored',
    '3 b.example.com not_monitored',
  ]);
  expect(meta).toEqual({
    format: 'list',
    tokens: 6,
    addresses: 2,
    counts: { monitored: 1, monitored_otherwise: 0, not_working: 0, not_monitored: 1 },
    skipped: [
      { reason: 'not_understood', count: 1, examples: [{ line: 2, text: '???' }] },
      { reason: 'local', count: 1, examples: [{ line: 5, text: 'localhost' }] },
      { reason: 'comment', count: 1, examples: [{ line: 6, text: 'c.example.com' }] },
      { reason: 'duplicate', count: 1, examples: [{ line: 4, text: 'A.example.com' }] },
    ],
    monitors_not_listed: 0,
  });
});

test('a list without any address is refused, with what was found instead', () => {
  const failure = {
    code: 'no_addresses',
    format: 'list',
    skipped: [{ reason: 'local', count: 1, examples: [{ line: 1, text: 'localhost:8080' }] }],
  };
  expect(() => check('localhost:8080 was refused')).toThrow(expect.objectContaining({ failure }));
  expect(() => check('')).toThrow('no_addresses');
});

test('monitors whose host is not on the list are reported', () => {
  const left = (text: string) =>
    check(
      text,
      page,
      web('https://www.example.com'),
      { ...database, target: '10.1.2.3' },
      { ...ping, target: '' },
    )
      .not_listed.map(({ name }) => name)
      .sort();
  expect(left('https://shop.example.com:8443/x')).toEqual(['m1', 'm2', 'm3']);
  expect(left('example.com')).toEqual(['m0', 'm2', 'm3']);
  expect(left('*.example.com')).toEqual(['m2', 'm3']);
  expect(left('10.0.0.0/8')).toEqual(['m0', 'm1', 'm3']);
});

test('more addresses than are compared are refused', () => {
  const hosts = (count: number) => Array.from({ length: count }, (_, n) => `h${n}.example.com\n`).join('');
  expect(check(`${hosts(20_000)}${'h1.example.com\n'.repeat(100)}`).meta.addresses).toBe(20_000);
  expect(() => check(hosts(20_001))).toThrow('too_large');
});

test('the event loop runs while a large list is compared', async () => {
  const rows = rowsOf(...Array.from({ length: 1000 }, (_, n) => web(`https://host-${n}.example.com/`)));
  const text = Array.from({ length: 20_000 }, (_, n) => `host-${n}.example.com`).join('\n');
  let [turns, isDone] = [0, false];
  const turning = (async () => {
    for (; !isDone; turns += 1) await setImmediate();
  })();
  const work = runInSlices(checkCoverage(text, rows), systemClock, new AbortController().signal);
  const { meta } = await work.finally(() => {
    isDone = true;
  });
  await turning;
  expect(meta.counts.monitored).toBe(1000);
  expect(turns).toBeGreaterThan(3);
});

test('a comparison ends when its signal aborts', async () => {
  const abort = new AbortController();
  const work = runInSlices(endless(), systemClock, abort.signal);
  abort.abort(new Error('left'));
  await expect(work).rejects.toThrow('left');
});

function* endless(): Generator<void, never> {
  for (;;) yield;
}

// One long line. In a time that grows with the square of the length, each would take longer than a test may.
test.each([
  ['words', 'a.example.com word '],
  ['dots', '.'],
  ['slashes', 'ab/'],
  ['slashes of a URL', 'https://a.example.com////////'],
  ['brackets', 'https://a.example.com/))))(((('],
  ['spaces', ' '],
  ['quotes and comments', ' # "'],
  ['markup', '<!--a--><loc>'],
  ['assignments', 'a="1" '],
  ['names', 'a:b='],
  ['variables', '{{a \u0024{b} $'],
  ['JSON', '{"a":["b","\\"'],
  ['a table', 'a,"b",'],
])('%s are read in short steps, in a time that grows with the length', (_name, part) => {
  let longest = 0;
  let before = performance.now();
  for (const _token of readList(`x ${part.repeat(400_000 / part.length)}`).tokens) {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }
  // A time that grows with the square of the length would be minutes.
  expect(longest).toBeLessThan(5000);
});
