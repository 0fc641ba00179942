import { expect, test } from 'vitest';
import { addressOfTarget } from '../inventory/query/pasted-address.ts';
import { daysAgo, NOW, verdictOf, webMonitor } from './review.fixtures.ts';
import { isPrivateHost, isTestHost } from './target-rules.ts';

const kindOf = (target: string, type: string) => {
  const address = addressOfTarget({ type, target, port: null });
  if (address === null) return null;
  return isPrivateHost(address) ? 'private' : isTestHost(address) ? 'test' : 'public';
};

const words = (text: string) => text.split(' ');

test.each([
  ...words('10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 127.0.0.1 169.254.169.254 100.64.0.1 0.0.0.0'),
  ...words('127.0.0.1.'),
  ...words('[::1] [::] [fd12:3456::1] [fe80::1] [FE80:0:0:0::1] [::ffff:10.1.2.3] [::ffff:a01:203]'),
  ...words('localhost app.localhost printer.local DB.INTERNAL nas.home.arpa localhost.'),
])('%s is private in each kind of target', (host) => {
  expect(kindOf(`http://${host}:8080/x`, 'http')).toBe('private');
  expect(kindOf(host, 'tcp')).toBe('private');
});

test('an address with a zone is private', () => {
  expect(kindOf('fe80::1%eth0', 'ping')).toBe('private');
});

test.each([
  ...words('example.com shop.example.org a.b.example.net x.test x.invalid'),
  ...words('192.0.2.1 198.51.100.9 203.0.113.255 [2001:db8::1] [3fff:1::1]'),
])('%s is for tests', (host) => {
  expect(kindOf(`https://${host}/`, 'https')).toBe('test');
});

test.each([
  ...words('acme.com localhost.acme.com internal.acme.com notexample.com example.com.acme.com local-shop.de'),
  ...words('172.15.0.1 172.32.0.1 11.0.0.1 192.0.3.1 100.128.0.1 8.8.8.8 [2606:4700::1] [64:ff9b::1]'),
  ...words('bücher.de xn--bcher-kva.de face.cafe 10.acme.com db 1e100.net'),
])('%s is neither', (host) => {
  expect(kindOf(`https://${host}/`, 'https')).toBe('public');
});

test('what was seen up as it is set up now can work', () => {
  const wentDown = webMonitor({
    target: 'https://10.1.2.3/',
    condition: 'down',
    last_status: 'down',
    last_response_time_ms: null,
    changed_after: daysAgo(0.003),
    changed_at: daysAgo(0.002),
  });
  const seenUp = { observed: { upBefore: new Set([wentDown.monitor_uuid]) } };
  const modified = { ...wentDown, updated_at: daysAgo(0.0025) };
  expect(verdictOf('private_address', [wentDown])).toBe(true);
  expect(verdictOf('private_address', [wentDown], seenUp)).toBe(false);
  expect(verdictOf('private_address', [modified], seenUp)).toBe(true);
  const readBefore = { observed: { until: NOW - 86_400_000 } };
  expect(verdictOf('private_address', [wentDown], readBefore)).toBeNull();
});
