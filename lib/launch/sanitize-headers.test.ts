import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { sanitizeHeaders } from './sanitize-headers';

function sanitized(headers: Record<string, string>, hops = 0) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  sanitizeHeaders(request, { hops, publicHost: 'sightline.example.com' });
  return request.headers;
}

test('row 58: Next receives the public host, whatever the request contains', () => {
  const headers = sanitized({
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-prefix': '/evil',
    forwarded: 'host=evil.example',
  });
  expect(headers).toEqual({ host: 'sightline.example.com', 'x-forwarded-for': 'unknown' });
});

test.each([
  'next-action',
  'next-resume',
  'x-middleware-subrequest',
  'x-middleware-set-cookie',
  'x-invoke-path',
  'x-matched-path',
  'x-prerender-revalidate',
  'x-now-route-matches',
  'x-next-resume-state-length',
  'x-nextjs-data',
  'content-security-policy',
])('row 44, row 49: %s is removed', (name) => {
  expect(sanitized({ [name]: '1' })).not.toHaveProperty([name]);
});

test('headers that browsers send are kept', () => {
  const browser = {
    accept: '*/*',
    cookie: 'a=b',
    rsc: '1',
    'next-router-prefetch': '1',
    'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D',
    'next-url': '/monitors',
    'sightline-refresh': '30',
  };
  expect(sanitized(browser)).toMatchObject(browser);
});

test('a router state that Next cannot parse is removed', () => {
  expect(sanitized({ 'next-router-state-tree': 'garbage' })).not.toHaveProperty(['next-router-state-tree']);
});
