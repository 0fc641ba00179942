import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { trustNothing } from './trusted-request';

function trusted(headers: Record<string, string>, hops = 0) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  trustNothing(request, { hops, publicHost: 'sightline.example.com' });
  return request.headers;
}

test('row 58: whatever a request says of its host, it was sent to us', () => {
  const headers = trusted({
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
])('row 44, row 49: %s is for Next alone', (name) => {
  expect(trusted({ [name]: '1' })).not.toHaveProperty([name]);
});

test('what a browser sends is left as it is', () => {
  const browser = {
    accept: '*/*',
    cookie: 'a=b',
    rsc: '1',
    'next-router-prefetch': '1',
    'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D',
    'next-url': '/monitors',
    'sightline-refresh': '30',
  };
  expect(trusted(browser)).toMatchObject(browser);
});

test('a router state that Next would fail on is dropped', () => {
  expect(trusted({ 'next-router-state-tree': 'garbage' })).not.toHaveProperty(['next-router-state-tree']);
});
