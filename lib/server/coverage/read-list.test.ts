import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { readListedAddress } from './listed-address.ts';
import { addressesOf, read } from './read-list.fixtures.ts';
import { decodeList, readList } from './read-list.ts';

test('a list with comments and the line ends of Windows', () => {
  const text = [
    '# hosts of the shop',
    'shop.example.com',
    '; old',
    'https://shop.example.com/cart#top # the cart',
    '// and',
    '- api.example.com:8443',
    '',
    '???',
    '2. größe.example',
    '[2001:db8::1]:443',
    'The blog is at blog.example.com (see README.md), https://status.example.org/page?x=1.',
    'image: registry.example.com/app:1.2',
    'a.example.com, b.example.com',
    'SHOP_URL=https://shop.example.net/ web1 ansible_host=10.0.0.5 APP_VERSION=1.2.3.4',
  ].join('\r\n');
  expect(read(text)).toEqual({
    format: 'list',
    addresses: [
      '2 shop.example.com',
      '4 https://shop.example.com/cart',
      '6 api.example.com:8443',
      '9 größe.example',
      '10 [2001:db8::1]:443',
      '11 blog.example.com',
      '11 https://status.example.org/page',
      '13 a.example.com',
      '13 b.example.com',
      '14 https://shop.example.net',
      '14 10.0.0.5',
    ],
    rest: ['8 ???', '12 image: registry.example.com/app:1.2'],
  });
});

test('files of Windows are decoded by their byte-order mark', () => {
  const utf16 = Buffer.from('\ufeffgröße.example', 'utf16le');
  expect(decodeList(utf16)).toBe('größe.example');
  expect(decodeList(Buffer.from(utf16).swap16())).toBe('größe.example');
  expect(decodeList(Buffer.from('\ufeffa.example'))).toBe('a.example');
});

test('a table with the host in the third column, with or without a header that says so', () => {
  const rows = [
    '"Shop, EU",prod,shop.example.com,v1.2.3,john@example.com',
    'Blog,"say ""hi""",10.0.0.7,0.9,',
  ];
  expect(read(rows.join('\r\n'))).toEqual({
    format: 'table',
    addresses: ['1 shop.example.com', '2 10.0.0.7'],
    rest: [],
  });
  const named = ['name;env;Host Name;notes', 'Shop;prod;db.prod;was old.example.com', 'Blog;prod;;none'];
  expect(read(named.join('\n'))).toEqual({
    format: 'table',
    addresses: ['2 db.prod'],
    rest: ['3 Blog;prod;;none'],
  });
  expect(addressesOf('team\tdomain\nA\ta.example.com b.example.com')).toEqual([
    'a.example.com',
    'b.example.com',
  ]);
  // A domain that ends like a heading is no heading.
  expect(addressesOf('a,my.site\nb,other.site')).toEqual(['my.site', 'other.site']);
});

test('a row of a table with an empty first cell, or with a first cell that begins a comment in a list', () => {
  const rows = [
    'sep=;',
    '#;Name;Host',
    '1;Order #5;a.example.com',
    ';b // c;b.example.com',
    '# old',
    ';;c.example.com',
  ];
  expect(read(rows.join('\r\n'))).toEqual({
    format: 'table',
    addresses: ['3 a.example.com', '4 b.example.com', '6 c.example.com'],
    rest: [],
  });
  const tabs = ['env\thost', 'prod\ta.example.com', '\tb.example.com'];
  expect(addressesOf(tabs.join('\n'))).toEqual(['a.example.com', 'b.example.com']);
});

test('a hosts file', () => {
  const text = [
    '127.0.0.1\tlocalhost localhost.localdomain',
    '::1 ip6-localhost ip6-loopback',
    'fe80::1%lo0 localhost',
    'ff02::1 ip6-allnodes',
    '255.255.255.255 broadcasthost',
    '10.0.0.5  db.example.internal db # primary',
    '2001:db8::5 db6',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'hosts',
    addresses: ['6 10.0.0.5', '6 db.example.internal', '6 db', '7 2001:db8::5', '7 db6'],
    rest: [],
  });
});

test('a sitemap, also with pages in other languages, entities, comments and CDATA', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
  <!-- <loc>https://old.example.com/</loc> -->
  <url><loc>
    https://shop.example.com/a?x=1&amp;y=2
  </loc><xhtml:link rel="alternate" hreflang="de" href="https://shop.example.de/a"/></url>
  <url><loc><![CDATA[https://shop.example.com/b]]></loc><lastmod>2026-01-01</lastmod></url>
  <url><loc>/relative</loc></url>
</urlset>`;
  expect(read(text)).toEqual({
    format: 'sitemap',
    addresses: [
      '4 https://shop.example.com/a',
      '6 https://shop.example.de/a',
      '7 https://shop.example.com/b',
    ],
    rest: ['8 /relative'],
  });
});

test('a text that begins with a tag and is not a sitemap is a list', () => {
  expect(read('<https://shop.example.com>\n<https://blog.example.com/a>')).toEqual({
    format: 'list',
    addresses: ['1 https://shop.example.com', '2 https://blog.example.com/a'],
    rest: [],
  });
  expect(addressesOf('<VirtualHost *:443>\n  ServerName shop.example.com\n</VirtualHost>')).toEqual([
    'shop.example.com',
  ]);
  expect(addressesOf('<ul><li><a href="https://shop.example.com/">Shop</a></li></ul>')).toEqual([
    'https://shop.example.com',
  ]);
});

test('a sitemap index with 5,000 locations: the addresses of the sitemaps', () => {
  const urls = Array.from(
    { length: 5000 },
    (_, index) => `https://s${index}.example.com/sitemap-${index}.xml`,
  );
  const text = `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
  expect(read(text).format).toBe('sitemap_index');
  expect(addressesOf(text)).toEqual(urls);
});

test('a text that begins like JSON and is not JSON is a list', () => {
  expect(addressesOf('[::1]:80\n[2001:db8::1]:443')).toEqual(['[::1]:80', '[2001:db8::1]:443']);
  expect(read('[web]\nweb1.example.com\n')).toEqual({
    format: 'list',
    addresses: ['2 web1.example.com'],
    rest: ['1 [web]'],
  });
});

test('any text is read to its end, and an address that is read again is the same', () => {
  const piece = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      ';',
      '\n',
      '\r\n',
      '\t',
      ' ',
      '<loc>',
      '</loc>',
      '<!--',
      '<',
      '>',
      '#',
      '//',
      '\\',
    ],
    ...[
      'server_name ',
      'host',
      'url',
      'upstream ',
      'listen ',
      '10.0.0.1',
      'a.example.com',
      'https://b.example.com/x',
      '::1',
      '$x',
      "'",
      '\0',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { entries } = readList(pieces.join(''));
      for (const one of entries) {
        if (one === null || !('address' in one)) continue;
        const { text, key } = one.address;
        expect(readListedAddress(text, 'directive')).toMatchObject({ text, key });
      }
    }),
    { numRuns: generated(500) },
  );
});
