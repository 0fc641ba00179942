import { expect, test } from 'vitest';
import { addressesOf, read } from './read-list.fixtures.ts';

test('an inventory of Ansible: groups and ports; the address of a named host is no second host', () => {
  const text = `[web]
web[01:03].example.com
db.example.com ansible_port=2222
alias ansible_host=10.0.0.5 ansible_port=2222
shop.example.com ansible_host=203.0.113.5 ansible_user="admin"
[prod:children]
web-eu
[web:vars]
ansible_user=deploy
`;
  expect(read(text)).toEqual({
    format: 'list',
    addresses: ['3 db.example.com:2222', '4 alias:2222', '5 shop.example.com'],
    skipped: {
      not_understood: ['2 web[01:03].example.com'],
      detail: ['4 10.0.0.5', '5 203.0.113.5'],
      lookalike: ['7 web-eu'],
    },
  });
  const yaml = 'all:\n  hosts:\n    web1.example.com:\n      ansible_host: 10.0.0.5\n';
  expect(read(yaml)).toMatchObject({
    addresses: ['3 web1.example.com'],
    skipped: { detail: ['4 10.0.0.5'] },
  });
  const json = { _meta: { hostvars: { 'web1.example.com': { ansible_host: '10.0.0.4' } } } };
  expect(addressesOf(JSON.stringify(json))).toEqual(['web1.example.com']);
});

test('names of sections, and of the only column, are no mistakes', () => {
  expect(read('[http.routers.r1]\nrule = "Host(`a.example.com`)"\n[web]\n')).toMatchObject({
    addresses: ['2 a.example.com'],
    skipped: { lookalike: ['1 http.routers.r1'] },
  });
  expect(read('url\nhttps://a.example.com/x,y\n')).toMatchObject({
    addresses: ['2 https://a.example.com/x,y'],
    skipped: {},
  });
});

test('nmap: addresses and names of hosts that are up, never the scanned network', () => {
  const grepable = `# Nmap 7.94 scan initiated as: nmap -oG - 192.0.2.0/28
Host: 192.0.2.10 (web.example.com)\tPorts: 22/open/tcp//ssh///, 443/open/tcp//https///, 80/closed/tcp//http///
Host: 192.0.2.11 ()\tStatus: Down
Host: 192.0.2.12 ()\tPorts: 22/open/tcp//ssh///
`;
  expect(read(grepable)).toEqual({
    format: 'list',
    addresses: ['2 web.example.com', '4 192.0.2.12'],
    skipped: { comment: ['1 192.0.2.0/28'], detail: ['2 192.0.2.10'], status: ['3 192.0.2.11'] },
  });
  expect(read('<?xml version="1.0"?><nmaprun args="nmap -oX - 192.0.2.0/28">')).toEqual({
    format: 'document',
    addresses: [],
    skipped: { document: ['1 192.0.2.0/28'] },
  });
});

test('a hosts file: what leads to the machine itself is local', () => {
  const text =
    '127.0.0.1 localhost\nfe80::1%lo0 localhost\n10.0.0.5  db.example.internal db # old.example.com\n';
  expect(read(text)).toEqual({
    format: 'list',
    addresses: ['3 db.example.internal'],
    skipped: {
      local: ['1 127.0.0.1', '1 localhost', '2 fe80::1', '2 localhost'],
      detail: ['3 10.0.0.5', '3 db'],
      comment: ['3 old.example.com'],
    },
  });
});

test('a table: the columns that name addresses, or each cell', () => {
  expect(read('sep=;\n#;Name;Host;Note\n1;Order #5;db.prod;was old.example.com\n;b // c;;none\n')).toEqual({
    format: 'list',
    addresses: ['3 db.prod'],
    skipped: { detail: ['3 old.example.com'], not_understood: ['4 ;b // c;;none'] },
  });
  expect(
    read('"Shop, EU",prod,shop.example.com,john@example.com\r\nBlog,"say ""hi""",10.0.0.7,\r\n'),
  ).toEqual({
    format: 'list',
    addresses: ['1 shop.example.com', '2 10.0.0.7'],
    skipped: { mailbox: ['1 john@example.com'] },
  });
  expect(addressesOf('team\tdomain\nA\ta.example.com b.example.com')).toEqual([
    'a.example.com',
    'b.example.com',
  ]);
  const urls = 'https://a.example.com/x,1.html\nhttps://a.example.com/y,2.html\n';
  expect(addressesOf(urls)).toEqual(urls.trim().split('\n'));
});

test('a row of a table is one machine: its short name, its port and its address are one address', () => {
  const rows = 'name,host,ip,port\nWeb,web01,10.0.0.5,8443\nOrders,orders-db,10.0.0.6,\n';
  const expected = {
    addresses: ['2 web01:8443', '3 orders-db'],
    skipped: { detail: ['2 10.0.0.5', '3 10.0.0.6'] },
  };
  expect(read(rows)).toEqual({ format: 'list', ...expected });
  const markdown = rows.replace('Web', '--- | ---\nWeb').replaceAll(',', ' | ');
  expect(addressesOf(markdown)).toEqual(['web01:8443', 'orders-db']);
  const json = [{ ip: '10.0.0.5', host: 'web01', port: 8443 }];
  expect(read(JSON.stringify(json))).toMatchObject({
    addresses: ['1 web01:8443'],
    skipped: { detail: ['1 10.0.0.5'] },
  });
  const yaml = 'all:\n  hosts:\n    web01:\n      ansible_host: 10.0.0.5\n      ansible_port: 8443\n';
  expect(addressesOf(yaml)).toEqual(['web01:8443']);
});

test('a virtual host has the port at which it listens', () => {
  const nginx =
    'server {\n listen 8443 ssl;\n server_name a.example.com;\n}\nserver {\n listen 80;\n listen 8080;\n server_name b.example.com wiki;\n}\n';
  expect(addressesOf(nginx)).toEqual(['a.example.com:8443', 'b.example.com', 'wiki']);
  expect(addressesOf('<VirtualHost *:8443>\nServerName a.example.com\n')).toEqual(['a.example.com:8443']);
});

test('a sitemap, with other languages, CDATA, comments and line breaks', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <!-- <loc>https://old.example.com/</loc> -->
  <url><loc>
    https://shop.example.com/a?x=1&amp;y=2
  </loc><xhtml:link rel="alternate" href="https://shop.example.de/a"/></url>
  <url><loc><![CDATA[https://shop.example.com/b]]></loc><lastmod>2026-01-01</lastmod></url>
</urlset>`;
  expect(read(text)).toEqual({
    format: 'list',
    addresses: [
      '5 https://shop.example.com/a',
      '6 https://shop.example.de/a',
      '7 https://shop.example.com/b',
    ],
    skipped: {
      lookalike: ['2 http://www.sitemaps.org/schemas/sitemap/0.9'],
      comment: ['3 https://old.example.com/'],
    },
  });
});

test('configurations of nginx, Caddy, HAProxy and Apache', () => {
  const nginx = `upstream backend {
  server 10.0.0.11:8080 weight=5;
}
server {
  listen 127.0.0.1:9000;
  server_name a.dc7 *.shop.example.com .example.org ~^(?<user>.+)\\.example\\.net$;
  location / { proxy_pass http://backend; }
  location /x { proxy_pass https://$upstream; }
  ssl_certificate /etc/ssl/shop.example.com.crt;
  resolver 8.8.8.8;
}`;
  expect(read(nginx)).toEqual({
    format: 'list',
    addresses: ['6 a.dc7', '6 *.shop.example.com', '6 *.example.org'],
    skipped: {
      backend: ['2 10.0.0.11:8080', '7 http://backend', '8 https://$upstream'],
      local: ['5 127.0.0.1:9000'],
      not_understood: ['6 \\.example\\.net$'],
      name_server: ['10 8.8.8.8'],
    },
  });
  const caddy = `{
  email admin@example.com
}
shop.example.com, www.shop.example.com {
  @api path /api/*
  reverse_proxy @api 10.0.0.5:9000 10.0.0.6:9000
}
{$DOMAIN} {
  php_fastcgi localhost:9001
}`;
  expect(addressesOf(caddy)).toEqual(['shop.example.com', 'www.shop.example.com']);
  const haproxy = `global
    log 127.0.0.1 local0
frontend web
    bind *:443 ssl crt /etc/ssl/a.example.com.pem
    acl shop hdr(host) -i shop.example.com
    server web1 10.0.0.5:8080 check
`;
  expect(read(haproxy)).toMatchObject({
    addresses: ['5 shop.example.com'],
    skipped: { local: ['2 127.0.0.1'], backend: ['6 web1', '6 10.0.0.5:8080'] },
  });
  const apache =
    '<VirtualHost *:443>\n  # ServerName old.example.com\n  ServerName shop.example.com\n</VirtualHost>';
  expect(read(apache)).toMatchObject({
    addresses: ['3 shop.example.com'],
    skipped: { comment: ['2 old.example.com'] },
  });
});
