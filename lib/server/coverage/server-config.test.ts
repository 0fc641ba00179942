import { expect, test } from 'vitest';
import { read } from './read-list.fixtures.ts';

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
