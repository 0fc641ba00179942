import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readListedAddress } from './listed-address.ts';
import { decodeList, readList } from './read-list.ts';

/** What a text is recognized as, its addresses with their lines, and what is not understood. */
function read(text: string) {
  const { format, found } = readList(text);
  const all = [...found].flatMap((one) => one ?? []);
  const addresses = all.flatMap((one) => ('address' in one ? `${one.line} ${one.address.text}` : []));
  const rest = all.flatMap((one) => ('address' in one ? [] : `${one.line} ${one.notUnderstood}`));
  return { format, addresses, rest };
}
const addressesOf = (text: string) => read(text).addresses.map((line) => line.replace(/^\d+ /, ''));

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

test('a table with the host in the third column, whose header says so or not', () => {
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

test('a hosts file', () => {
  const text = [
    '127.0.0.1\tlocalhost localhost.localdomain',
    '::1 ip6-localhost ip6-loopback',
    'ff02::1 ip6-allnodes',
    '255.255.255.255 broadcasthost',
    '10.0.0.5  db.example.internal db # primary',
    '2001:db8::5 db6',
  ].join('\n');
  expect(read(text)).toEqual({
    format: 'hosts',
    addresses: ['5 10.0.0.5', '5 db.example.internal', '5 db', '6 2001:db8::5', '6 db6'],
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

test('a sitemap index with 5,000 locations: the addresses of the sitemaps', () => {
  const urls = Array.from(
    { length: 5000 },
    (_, index) => `https://s${index}.example.com/sitemap-${index}.xml`,
  );
  const text = `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
  expect(read(text).format).toBe('sitemap_index');
  expect(addressesOf(text)).toEqual(urls);
});

const terraformResource = {
  address: 'module.network.aws_instance.web',
  mode: 'managed',
  type: 'aws_instance',
  name: 'web',
  provider_name: 'registry.terraform.io/hashicorp/aws',
  schema_version: 1,
  values: {
    ami: 'ami-0abc',
    arn: 'arn:aws:ec2:eu-central-1:123456789012:instance/i-0abc',
    availability_zone: 'eu-central-1a',
    engine_version: '10.11.6.1',
    filename: 'lambda.zip',
    handler: 'index.handler',
    instance_type: 't3.micro',
    private_ip: '10.0.1.5',
    public_dns: 'ec2-203-0-113-7.eu-central-1.compute.amazonaws.com',
    domain: 'vpc',
    cidr_blocks: ['0.0.0.0/0', '10.0.0.0/16'],
    endpoint: 'orders.abc.eu-central-1.rds.amazonaws.com:5432',
    name: 'www.example.com',
    assume_role_policy: '{"Principal":{"Service":"ec2.amazonaws.com"}}',
    tags: { Name: 'web', source: 'https://github.com/example/infra' },
  },
  sensitive_values: { tags: {} },
};
const terraformAddresses = [
  '10.0.1.5',
  'ec2-203-0-113-7.eu-central-1.compute.amazonaws.com',
  '10.0.0.0/16',
  'orders.abc.eu-central-1.rds.amazonaws.com:5432',
  'www.example.com',
];

test('terraform show -json, of a state and of a plan', () => {
  const values = {
    outputs: { shop_url: { sensitive: false, value: 'https://shop.example.com/', type: 'string' } },
    root_module: { child_modules: [{ address: 'module.network', resources: [terraformResource] }] },
  };
  const state = { format_version: '1.0', terraform_version: '1.9.5', values };
  expect(read(JSON.stringify(state)).format).toBe('terraform');
  expect(addressesOf(JSON.stringify(state))).toEqual(['https://shop.example.com', ...terraformAddresses]);
  const plan = {
    ...{ format_version: '1.2', terraform_version: '1.9.5' },
    variables: { domain: { value: 'example.com' } },
    planned_values: values,
    resource_changes: [
      { address: 'module.app', change: { before: { public_ip: '203.0.113.99' }, after: null } },
    ],
    configuration: { provider_config: { aws: { full_name: 'registry.terraform.io/hashicorp/aws' } } },
  };
  expect(addressesOf(JSON.stringify(plan, null, 2))).toEqual([
    ...['example.com', 'https://shop.example.com', ...terraformAddresses],
  ]);
});

test('terraform.tfstate', () => {
  const { values: attributes, ...rest } = terraformResource;
  const resource = {
    ...rest,
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [{ attributes }],
  };
  const state = { version: 4, terraform_version: '1.9.5', outputs: {}, resources: [resource] };
  expect(addressesOf(JSON.stringify(state))).toEqual(terraformAddresses);
});

test('kubectl get ingress,httproute,service -A -o json', () => {
  const metadata = {
    annotations: {
      'cert-manager.io/cluster-issuer': 'letsencrypt-prod',
      'external-dns.alpha.kubernetes.io/hostname': 'a.example.com,b.example.com',
      'kubectl.kubernetes.io/last-applied-configuration': '{"spec":{"rules":[{"host":"old.example.com"}]}}',
      'nginx.ingress.kubernetes.io/auth-url': 'https://auth.example.com/oauth2/auth',
    },
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { 'app.kubernetes.io/version': '1.2.3.4', 'helm.sh/chart': 'shop-1.2.3' },
    managedFields: [{ apiVersion: 'networking.k8s.io/v1', manager: 'kubectl', fieldsV1: { 'f:host': {} } }],
    ...{ name: 'shop', namespace: 'prod', resourceVersion: '1', uid: '11bba160-ddca-11e8-b697-0800273b04ff' },
  };
  const ingress = {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata },
    spec: {
      ingressClassName: 'nginx',
      rules: [
        {
          host: 'shop.example.com',
          http: { paths: [{ path: '/', backend: { service: { name: 'shop', port: { number: 80 } } } }] },
        },
        { host: '*.tenants.example.com' },
      ],
      tls: [{ hosts: ['shop.example.com'], secretName: 'shop-tls' }],
    },
    status: { loadBalancer: { ingress: [{ ip: '203.0.113.7' }, { hostname: 'lb-1.elb.amazonaws.com' }] } },
  };
  const route = {
    ...{ apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: { name: 'api' } },
    spec: {
      hostnames: ['api.example.com'],
      parentRefs: [{ group: 'gateway.networking.k8s.io', name: 'gateway' }],
    },
  };
  const service = {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'mail' } },
    spec: {
      clusterIP: '10.96.0.7',
      clusterIPs: ['10.96.0.7'],
      externalName: 'mail.example.net',
      ports: [{ port: 25 }],
    },
  };
  const text = JSON.stringify({ apiVersion: 'v1', items: [ingress, route, service], kind: 'List' }, null, 4);
  expect(read(text).format).toBe('kubernetes');
  expect(addressesOf(text)).toEqual([
    ...['a.example.com', 'b.example.com', 'https://auth.example.com/oauth2/auth'],
    ...[
      'shop.example.com',
      '*.tenants.example.com',
      'shop.example.com',
      '203.0.113.7',
      'lb-1.elb.amazonaws.com',
    ],
    ...['api.example.com', 'mail.example.net'],
  ]);
  expect(read(text).addresses.some((line) => line.startsWith('1 '))).toBe(false);
});

test('a HAR: what was requested', () => {
  const entry = (url: string) => ({
    _initiator: { type: 'script', stack: { callFrames: [{ url: 'chrome-extension://abc/x.js' }] } },
    startedDateTime: '2026-07-24T07:31:30.037Z',
    request: {
      method: 'GET',
      url,
      headers: [{ name: 'Host', value: 'ignored.example.com' }],
      cookies: [{ domain: '.example.com' }],
    },
    response: {
      status: 200,
      redirectURL: '',
      content: { mimeType: 'text/html', text: '<a href="https://evil.example">' },
    },
    serverIPAddress: '203.0.113.7',
    connection: '443',
  });
  const log = {
    ...{ version: '1.2', creator: { name: 'Firefox', version: '151.0.1.1' } },
    pages: [{ id: 'page_1', title: 'https://title.example.com/' }],
    entries: [
      entry('https://shop.example.com/cart?id=1'),
      entry('data:image/png;base64,AAAA'),
      entry('wss://live.example.com/'),
    ],
  };
  const text = JSON.stringify({ log });
  expect(read(text).format).toBe('har');
  expect(addressesOf(text)).toEqual(['https://shop.example.com/cart', 'wss://live.example.com']);
});

test('other JSON: arrays of texts, and values whose keys name addresses', () => {
  expect(read('["shop.example.com", "db01", "hello", "10.0.0.1:80"]')).toEqual({
    format: 'list',
    addresses: ['1 shop.example.com', '1 db01', '1 10.0.0.1:80'],
    rest: ['1 hello'],
  });
  const objects = [
    { name: 'Shop', host: 'db.prod', file: 'main.tf', image: 'nginx:1.25', version: '1.2.3.4' },
  ];
  expect(addressesOf(JSON.stringify(objects))).toEqual(['db.prod']);
  expect(
    addressesOf('{"serverUrl": "https://a.example.com", "$schema": "https://json-schema.org/x"}'),
  ).toEqual(['https://a.example.com']);
});

test('what begins like JSON and is none is a list', () => {
  expect(addressesOf('[::1]:80\n[2001:db8::1]:443')).toEqual(['[::1]:80', '[2001:db8::1]:443']);
  expect(read('[web]\nweb1.example.com\n')).toEqual({
    format: 'list',
    addresses: ['2 web1.example.com'],
    rest: ['1 [web]'],
  });
});

test('a configuration of nginx', () => {
  const text = `
user nginx;
http {
  upstream backend { # two
    server 10.0.0.11:8080 weight=5;
    server app.internal:8080;
    server unix:/run/app.sock;
  }
  server {
    listen 80;
    listen [::]:80 default_server;
    listen 443 ssl;
    server_name shop.example.com *.shop.example.com "www.shop.example.com";
    location / { proxy_pass http://backend; }
    location /api { proxy_pass http://api.internal:9000/v1/; add_header X "a;b{c"; }
    location ~ \\.php$ { fastcgi_pass unix:/run/php.sock; }
  }
  server {
    listen 10.0.0.1:8443 ssl;
    server_name admin.example.com _ "" ~^(?<user>.+)\\.example\\.net$ .example.org;
    return 301 https://$host$request_uri;
    location / { proxy_pass https://$upstream; }
  }
}`;
  expect(read(text)).toEqual({
    format: 'nginx',
    addresses: [
      ...['13 shop.example.com', '13 *.shop.example.com', '13 www.shop.example.com'],
      ...['19 10.0.0.1:8443', '20 admin.example.com:8443', '20 example.org:8443', '20 *.example.org:8443'],
      ...['5 10.0.0.11:8080', '6 app.internal:8080', '15 http://api.internal:9000/v1'],
    ],
    rest: ['20 ~^(?<user>.+)\\.example\\.net$:8443', '22 https://$upstream'],
  });
});

test('a Caddyfile', () => {
  const text = `{
  email admin@example.com
}
(snippet) {
  encode gzip
}
shop.example.com, www.shop.example.com {
  import snippet
  @api path /api/*
  reverse_proxy @api 10.0.0.5:9000 10.0.0.6:9000
  handle /static/* {
    root * /srv
  }
  reverse_proxy /ws/* {
    to h2c://ws.internal:8081 unix//run/ws.sock
  }
}
http://plain.example.com,
{$DOMAIN} {
  respond "ok"
}
:8080 {
  php_fastcgi localhost:9001
}
`;
  expect(read(text)).toEqual({
    format: 'caddy',
    addresses: [
      ...['7 shop.example.com', '7 www.shop.example.com', '10 10.0.0.5:9000', '10 10.0.0.6:9000'],
      ...['15 h2c://ws.internal:8081', '18 http://plain.example.com', '23 localhost:9001'],
    ],
    rest: ['19 {$DOMAIN}'],
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
      const { found } = readList(pieces.join(''));
      for (const one of found) {
        if (one === null || !('address' in one)) continue;
        const { text, key } = one.address;
        expect(readListedAddress(text, 'directive')).toMatchObject({ text, key });
      }
    }),
    { numRuns: 500 },
  );
});
