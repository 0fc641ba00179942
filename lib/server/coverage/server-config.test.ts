import { expect, test } from 'vitest';
import { addressesOf, read } from './read-list.fixtures.ts';

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

test('blocks of nginx on one line', () => {
  const block = 'server { listen *:9000; server_name a.example.com; }';
  expect(read(`${block}\n${block}`)).toMatchObject({
    format: 'nginx',
    addresses: ['1 a.example.com:9000', '2 a.example.com:9000'],
  });
});

test('lines of nginx without their blocks', () => {
  expect(addressesOf('  server_name a.example.com;\n  server_name b.example.com *.c.example.com;\n')).toEqual(
    [...['a.example.com', 'b.example.com', '*.c.example.com']],
  );
  expect(addressesOf('server {\n  listen 80;\n  server_name a.example.com;\n')).toEqual(['a.example.com']);
});

test('the hosts of matchers in a Caddyfile', () => {
  const text = '*.example.com {\n  @shop host shop.example.com\n  @api path /api.v1\n}\n';
  expect(addressesOf(text)).toEqual(['*.example.com', 'shop.example.com']);
});

test('blocks of other languages are not a Caddyfile', () => {
  const text = 'terraform {\n}\nlocals {\n  host = "db.example.com"\n}\n';
  expect(read(text)).toMatchObject({ format: 'list', addresses: ['4 db.example.com'] });
  expect(read('(snippet) {\n}\nlocalhost {\n}\n').format).toBe('caddy');
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
