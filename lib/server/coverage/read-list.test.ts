import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { readListedAddress } from './listed-address.ts';
import { read, summaryOf } from './read-list.fixtures.ts';
import { decodeList, readList } from './read-list.ts';

/** A word on a line of its own, and what it is: addresses, or the reason and the text that is counted. */
test.each<[line: string, addresses: string[], skipped?: Record<string, string[]>]>([
  ['- api.example.com:8443', ['api.example.com:8443']],
  ['2001:db8::', ['2001:db8::']],
  ['a.example.com, b.example.com;c.example.com', ['a.example.com', 'b.example.com', 'c.example.com']],
  ['db.dc7, web.dc7', ['db.dc7', 'web.dc7']],
  ['portal.example.com, db01, web-02', ['portal.example.com', 'db01', 'web-02']],
  // A comma in the path belongs to the URL; at its end, and before another URL, it separates.
  ['https://a.example.com/x,y;z?b=1,2', ['https://a.example.com/x,y;z']],
  [
    'https://a.example.com/x,https://b.example.com,c.example.com',
    ['https://a.example.com/x', 'https://b.example.com', 'c.example.com'],
  ],
  // As chats, mails and documents write links.
  ['<https://a.example/x|label>', ['https://a.example/x']],
  ['See [the blog](https://blog.example.com/p).', ['https://blog.example.com/p']],
  ['(https://docs.example.com/a_(b)).', ['https://docs.example.com/a_(b)']],
  ['**a.dc7.example**, “b.dc7.example”?', ['a.dc7.example', 'b.dc7.example'], {}],
  ['ssh root@10.9.9.9', ['10.9.9.9']],
  ['[shop.example.com]:2222 ssh-ed25519 AAAA', ['shop.example.com:2222']],
  [
    'DNS:a.example.com, DNS:*.b.example.com, IP Address:10.7.7.7',
    ['a.example.com', '*.b.example.com', '10.7.7.7'],
  ],
  ['HOST=\u0024{HOST:-shop.example.com}', ['shop.example.com']],
  // What is filled in behind a host can be missing.
  ['https://www.example.com$request_uri', ['https://www.example.com']],
  ['https://www.example.com/a/\u0024{path}?x={{ y }}', ['https://www.example.com']],
  ['docs.example.com<br>help.example.com', ['docs.example.com', 'help.example.com']],
  ['nas.example.com:/export', ['nas.example.com']],
  ['mail => mx.example.com', ['mx.example.com']],
  ['10.0.0.1  r1.example.com, r1', ['r1.example.com'], { other_name: ['1 10.0.0.1', '1 r1'] }],
  ['> > a.example.com:8443', ['a.example.com:8443']],
  ['a.example.com/api/*', ['a.example.com']],
  ['subnet 10.0.0.5 255.255.0.0', ['10.0.0.5'], { local: ['1 255.255.0.0'] }],
  ['virtual_ipaddress 10.9.9.9 dev eth0', ['10.9.9.9']],
  ['f.example.com->g.example.com', ['f.example.com', 'g.example.com']],
  ['dig axfr x @ns.example.com', ['ns.example.com']],
  ['mongodb+srv://u:p@db.example.com/x', ['mongodb+srv://db.example.com']],
  // Not addresses, each with its reason.
  ['use window.location.host', [], { lookalike: ['1 window.location.host'] }],
  ['host: $HOST', [], { not_understood: ['1 $HOST'] }],
  ['x = "\u0024{local.domain}"', [], { lookalike: ['1 \u0024{local.domain}'] }],
  [':::8080', [], { local: ['1 :::8080'] }],
  ['???', [], { not_understood: ['1 ???'] }],
  ['ROUTER', ['router']],
  ['rates.example.com:443 audit', ['rates.example.com:443']],
  ['10.0.0.5:8443:443', ['10.0.0.5:8443']],
  ['mq.dc7:8883,1883,1884', ['mq.dc7:8883', 'mq.dc7:1883', 'mq.dc7:1884']],
  ['web1.example.com:443,1,prod', ['web1.example.com:443']],
  ['see db07 and node.js', [], { lookalike: ['1 db07', '1 node.js'] }],
  ['Hello', [], { not_understood: ['1 Hello'] }],
  ['1.2.3.4.5', [], { not_understood: ['1 1.2.3.4.5'] }],
  ['10.0.0.0/33', [], { not_understood: ['1 10.0.0.0/33'] }],
  ['10.0.0.1-10.0.0.9', [], { not_understood: ['1 10.0.0.1-10.0.0.9'] }],
  ['10.0.0.1 - 10.0.0.9', [], { not_understood: ['1 10.0.0.1-10.0.0.9'] }],
  ['10.0.0.*', [], { not_understood: ['1 10.0.0.*'] }],
  ['10.0.*.*', [], { not_understood: ['1 10.0.*.*'] }],
  ['\u0024{a == "b" ? "c" : "d"}.example.com', [], { not_understood: ['1 .example.com'] }],
  ['git::https://git.example.com/x', ['https://git.example.com/x']],
  ['https://$domain/x', [], { not_understood: ['1 https://$domain/x'] }],
  ['return 301 $scheme://$host$request_uri;', [], { lookalike: ['1 $scheme://$host$request_uri'] }],
  ['redir https://{host}{uri}', [], { lookalike: ['1 https://{host}{uri}'] }],
  ...[
    '\u0024{env}.example.com',
    'api.\u0024{local.domain}',
    'api.{{ .Values.domain }}',
    'http://{{ domain }}/x',
    'api.$DOMAIN',
    'http://{$SITE}:80',
    'https://%s.example.com',
    '%h.example.com',
    '@@HOST@@.example.com',
    'https://#{host}.example.com',
    'web{1..3}.example.com',
    '{web,api}.example.com',
    'https://<host>/status',
    '<your-subdomain>.example.com',
    'api.<domain>',
    '10.0.0.[1:4]',
    'pg-01..pg-03.example.com',
    '^[a-z]+\\\\.example\\\\.com$',
  ].map((text): [string, string[], Record<string, string[]>] => [
    text,
    [],
    { not_understood: [`1 ${text}`] },
  ]),
  ['url = "\u0024{var.url}"', [], { not_understood: ['1 \u0024{var.url}'] }],
  ['http://localhost:8080/health', [], { local: ['1 http://localhost:8080/health'] }],
  ['127.0.1.1 laptop', [], { local: ['1 127.0.1.1', '1 laptop'] }],
  ['0.0.0.0 ads.example', [], { local: ['1 0.0.0.0', '1 ads.example'] }],
  ['host.docker.internal', [], { local: ['1 host.docker.internal'] }],
  ['printer.local', [], { local: ['1 printer.local'] }],
  // The domain of a company, as Active Directory has it.
  ['see db1.corp.local', ['db1.corp.local'], {}],
  ['x.svc.cluster.local', [], { local: ['1 x.svc.cluster.local'] }],
  ['fe00::0 ip6-localnet', [], { local: ['1 fe00::0', '1 ip6-localnet'] }],
  ['0.0.0.0/0', [], { local: ['1 0.0.0.0/0'] }],
  ['127.0.0.1:8080:80', [], { local: ['1 127.0.0.1:8080:80'] }],
  ['john@example.com', [], { mailbox: ['1 john@example.com'] }],
  ['ghcr.io/org/app:v2', [], { lookalike: ['1 ghcr.io/org/app:v2'] }],
  ['image: registry.example.com/app', [], { lookalike: ['1 registry.example.com/app'] }],
  ['APP_VERSION=1.2.3.4', [], { lookalike: ['1 1.2.3.4'] }],
  ['networking.k8s.io/v1', [], { lookalike: ['1 networking.k8s.io/v1'] }],
  ['git@github.com:team/app.git', [], { lookalike: ['1 git@github.com:team/app.git'] }],
  ['values.yaml', [], { lookalike: ['1 values.yaml'] }],
  ['see README.md and index.handler', [], { lookalike: ['1 README.md', '1 index.handler'] }],
  ['chrome-extension://abcdef/page', [], { lookalike: ['1 chrome-extension://abcdef/page'] }],
  ['# old.example.com', [], { comment: ['1 old.example.com'] }],
  ['#10.0.0.5', [], { comment: ['1 10.0.0.5'] }],
  ['a.example.com !b.example.com', ['a.example.com'], { detail: ['1 b.example.com'] }],
  ['~ name = "b.example.com" -> "a.example.com"', ['a.example.com'], { detail: ['1 b.example.com'] }],
  ['a.example.com # old.example.com', ['a.example.com'], { comment: ['1 old.example.com'] }],
  ['<!-- old.example.com --> a.example.com', ['a.example.com'], { comment: ['1 old.example.com'] }],
])('%s', (line, addresses, skipped = {}) => {
  const found = read(line);
  expect(found.addresses.map((text) => text.replace('1 ', ''))).toEqual(addresses);
  expect(found.skipped).toEqual(skipped);
});

test('a list with the line ends of Windows, comments of several lines, and a sentence', () => {
  const lines = [
    '# ours',
    'a.example.com',
    '/* old.example.com',
    'older.example.com */ b.example.com',
    'c.example.com',
    'd.example.com',
    'Our shop',
  ];
  expect(read(lines.join('\r\n'))).toEqual({
    format: 'list',
    addresses: ['2 a.example.com', '4 b.example.com', '5 c.example.com', '6 d.example.com'],
    skipped: { comment: ['3 old.example.com', '4 older.example.com'], not_understood: ['7 Our shop'] },
  });
});

test('hosts beside their domain, and objects of a list in YAML', () => {
  expect(summaryOf('Hostname,Domain\nweb01,example.com\n')).toBe(
    'web01.example.com | lookalike: example.com',
  );
  expect(
    summaryOf(
      '- hostname: a.example.com\n  port: 8443\n- hostname: b.example.com\n  ip: 10.0.0.2\n- c.dc7\n',
    ),
  ).toBe('a.example.com:8443 b.example.com c.dc7 | other_name: 10.0.0.2');
});

test('a compressed file is no list', () => {
  const { format, addresses, skipped } = read(decodeList(gzipSync('a.example.com\n')));
  expect({ format, addresses, skipped }).toEqual({ format: 'binary', addresses: [], skipped: {} });
});

test('files of Windows are decoded by their byte-order mark', () => {
  const utf16 = Buffer.from('\ufeffgröße.example', 'utf16le');
  expect(decodeList(utf16)).toBe('größe.example');
  expect(decodeList(Buffer.from(utf16).swap16())).toBe('größe.example');
  expect(decodeList(Buffer.from('\ufeffa.example'))).toBe('a.example');
});

test('what a failed export leaves has no address', () => {
  const nginx = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx/1.25</body>\r\n</html>';
  const cloud =
    '<!DOCTYPE html>\n<html><a href="https://www.example.com/5xx-error">What happened?</a></html>';
  const refused =
    'The connection to the server localhost:8080 was refused - did you specify the right host?\n';
  const status = '{"kind":"Status","apiVersion":"v1","message":"ingresses.networking.k8s.io is forbidden"}';
  const texts = [
    ' \n\t\n',
    nginx,
    cloud,
    refused,
    'curl: (7) Failed to connect to cmdb.example.com port 443: Connection refused\n',
    '╷\n│ Error: Failed to load state from https://state.example.com\n╵\n',
    `${'E1129 09:00:00.1 9 memcache.go:265] https://cmdb.example.com/api: EOF\\n'.repeat(5)}Unable to connect to the server: dial tcp 10.9.9.9:6443: i/o timeout`,
    'HTTP/1.1 302 Found\nServer: nginx\nDate: x\nX: y\nLocation: https://cmdb.example.com/login\n',
    '503 Service Unavailable: https://cmdb.example.com/export',
    status,
    '{"errors":[{"message":"timeout of https://cmdb.example.com"}]}',
    '{"status":500,"error":"Internal","url":"https://cmdb.example.com/export"}',
    '{"title":"Bad Gateway","status":502,"instance":"https://cmdb.example.com/api/hosts"}',
    '[]',
  ];
  for (const text of texts) expect(read(text).addresses, text).toEqual([]);
  // Above a list, such a message is one of its lines.
  const warned = 'error: 1 host left out\nb.example.com\nc.example.com\nd.example.com';
  expect(read(warned).addresses).toHaveLength(3);
  expect(read(cloud)).toMatchObject({
    format: 'web_page',
    skipped: { document: ['2 https://www.example.com/5xx-error'] },
  });
});

test('a document that is cut off says so', () => {
  expect(read('{"hosts":["a.example.com","b.exam')).toMatchObject({
    addresses: ['1 a.example.com'],
    skipped: { not_understood: expect.arrayContaining(['1 … (the document ends here)']) },
  });
});

test('a text that begins like JSON or a sitemap and is neither is a list', () => {
  expect(summaryOf('[::1]:80\n[2001:db8::1]:443')).toBe('[2001:db8::1]:443 | local: [::1]:80');
  expect(summaryOf('<https://a.example.com>\n<https://b.example.com/a>')).toBe(
    'https://a.example.com https://b.example.com/a',
  );
});

/** Parts of every form, with `HOST` in their places. */
const forms = [
  'HOST\n',
  'https://HOST/x,y\n',
  '- HOST:8443 # HOST\n',
  '# HOST\n',
  'The shop is at HOST, (HOST).\n',
  'A=HOST,HOST\n',
  '{"items":[{"host":"HOST"},{"status":{"ip":"HOST"}}]}\n',
  '["HOST","x HOST"]\n',
  '{"HOST":{"a":"HOST"}}\n',
  '{"apiVersion":"v1","spec":{"host":"HOST"},"status":{"hostname":"HOST"}}\n',
  '{"log":{"entries":[{"request":{"url":"https://HOST/"},"x":"HOST"}]}}\n',
  '{"terraform_version":"1","values":{"outputs":{"a":{"value":"HOST"}}},"prior_state":"HOST"}\n',
  '{"ResourceRecordSets":[{"Name":"HOST.","Type":"A","ResourceRecords":[{"Value":"HOST"}]}]}\n',
  'name;host;note\na;HOST;HOST\nHOST;b;c\n',
  '"a, b",HOST,HOST\nx,y,HOST\n',
  'HOST,A,HOST\nHOST,NS,HOST\n',
  'host,ip,port,note\nHOST,HOST,80,"HOST\nHOST"\n',
  '| Name | Host |\n| --- | --- |\n| HOST | HOST |\n',
  'HOST 443 HOST\nHOST 10.0.0.5 HOST\n',
  '[{"host":"HOST","ip":"HOST","port":80}]\n',
  'Host HOST\n HostName HOST\n Port 22\n',
  '$ORIGIN HOST.\n@ IN SOA ns.HOST. root.HOST. (\n 1 ; HOST\n 2 )\n',
  'HOST. 300 IN A 192.0.2.1 ; HOST\n',
  '  IN MX 10 HOST.\n',
  'server {\n server_name HOST *.HOST;\n proxy_pass http://HOST;\n resolver HOST;\n}\n',
  'HOST, HOST {\n reverse_proxy HOST:90\n}\n',
  'apiVersion: v1\nspec:\n  host: HOST\nstatus:\n  a: HOST\n',
  'labels:\n - "rule=Host(`HOST`)"\nimage: HOST/app:1\n',
  '[web]\nHOST ansible_port=22\nx ansible_host=HOST url=HOST\nweb[1:2].HOST\n',
  '10.0.0.5 HOST HOST\n',
  '127.0.0.1 HOST\n',
  'Host: 10.0.0.5 (HOST)\tStatus: Up\n',
  '<urlset><url><loc>https://HOST/a</loc></url><!-- HOST --></urlset>\n',
  '<nmaprun args="HOST"><host><hostname name="HOST"/></host></nmaprun>\n',
  '<html><a href="https://HOST/">HOST</a></html>\n',
  'NAME   HOSTS   ADDRESS\na      HOST   HOST\n',
  '<https://HOST/x|HOST>\n',
];

test('no host of any form, or of mixed ones, is lost without being counted', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...forms), { minLength: 1, maxLength: 4 }), (parts) => {
      const [first = '', ...rest] = parts.join('').split('HOST');
      const text = rest.reduce((before, after, n) => `${before}h${n}x.example.com${after}`, first);
      const { addresses, skipped } = read(text);
      const found = [...addresses, ...Object.values(skipped).flat()];
      const missing = rest
        .map((_, n) => `h${n}x.example.com`)
        .filter((host) => !found.some((one) => one.includes(host)));
      expect(missing, text).toEqual([]);
    }),
    { numRuns: generated(1000) },
  );
});

test('any text is read to its end, and an address that is read again is the same', () => {
  const signs =
    '{ } [ ] " , : ; <loc> <!-- --> /* < > # // \\ = ( host url $x 10.0.0.1 a.example.com ::1 '.split(' ');
  const pieces = [
    ...signs,
    "'",
    '\0',
    '\n',
    '\r\n',
    '\t',
    ' ',
    'server_name ',
    'IN A ',
    '$ORIGIN ',
    'Host: ',
    'https://b.example.com/x',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
      for (const token of readList(parts.join('')).tokens) {
        if (token === null || !('address' in token)) continue;
        const { text, key } = token.address;
        expect(readListedAddress(text, 'cell')).toMatchObject({ text, key });
      }
    }),
    { numRuns: generated(500) },
  );
});
