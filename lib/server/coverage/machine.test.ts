import { expect, test } from 'vitest';
import { type Changes, check, web } from './check-coverage.fixtures.ts';

test('an IP address that the list gives to several names is that of none of them', () => {
  const ping: Changes = { type: 'ping', target: '192.0.2.1' };
  const asked = (text: string) =>
    check(text, ping).data.map(({ address, answer, why, as }) => `${address} ${answer} ${why} ${as}`);
  const shared = [
    'a.example.com monitored_otherwise address 192.0.2.1',
    'b.example.com monitored_otherwise address 192.0.2.1',
  ];
  expect(asked('Host;IP\na.example.com;192.0.2.1\nb.example.com;192.0.2.1\n')).toEqual(shared);
  expect(asked('192.0.2.1 a.example.com b.example.com\n')).toEqual(shared);
  expect(asked('Host;IP;Port\na.example.com;192.0.2.1;80\na.example.com;192.0.2.1;443\n')).toEqual([
    'a.example.com:80 monitored_otherwise port 192.0.2.1',
    'a.example.com:443 monitored_otherwise port 192.0.2.1',
  ]);
  expect(asked('Host;IP\na.example.com;192.0.2.1\n')).toEqual(['a.example.com monitored null 192.0.2.1']);
});

test('the address of a host of ansible-inventory --list is that of its name in a group', () => {
  const list = '{"_meta":{"hostvars":{"db01":{"ansible_host":"10.0.0.5"}}},"db":{"hosts":["db01","db02"]}}';
  const { data } = check(list, { type: 'tcp', target: '10.0.0.5', port: 22 });
  expect(data.map(({ address, answer }) => `${address} ${answer}`)).toEqual([
    '10.0.0.5 monitored',
    'db02 not_monitored',
  ]);
});

test('the address of a host of NetBox, in an object of its own, is that of its name', () => {
  const list = `[${['web1', 'web2'].map(
    (name, n) => `{"id":${n},"name":"${name}","primary_ip":{"id":9,"address":"10.0.0.${n + 5}/24"}}`,
  )}]`;
  const { data } = check(list, { type: 'tcp', target: 'web1.example.com', port: 22 });
  expect(data.map(({ address, answer, as }) => `${address} ${answer} ${as}`)).toEqual([
    '10.0.0.5 monitored_otherwise web1',
    '10.0.0.6 not_monitored null',
  ]);
});

const shared = web('https://docs.example.com/');
const switchPing: Changes = { type: 'ping', target: '192.0.2.1' };

test.each([
  '| Name | IP | Link |\n|---|---|---|\n| core-sw | 192.0.2.1 | https://docs.example.com/ |\n| printer 2 | 192.0.2.2 | https://docs.example.com/ |\n',
  'VM,DNS Name,Primary IP Address,Host\nvm1,,192.0.2.1,docs.example.com\nvm2,,192.0.2.2,docs.example.com\n',
  '[{"name":"vm1","ip":"192.0.2.1","host":"docs.example.com"},{"name":"vm2","ip":"192.0.2.2","host":"docs.example.com"}]',
])('a name that several machines have hides none of them: %s', (list) => {
  const { data, meta } = check(list, shared, switchPing);
  expect(
    data.map(({ address, answer }) => `${address.replace(/^https:\/\//, '')} ${answer}`).toSorted(),
  ).toEqual(['192.0.2.1 monitored', '192.0.2.2 not_monitored', 'docs.example.com monitored']);
  expect(meta.tokens).toBe(data.length + meta.skipped.reduce((sum, { count }) => sum + count, 0));
});

test('a machine with several addresses in rows of its own is one', () => {
  const { data } = check(
    'Name,FQDN,IP\nweb1,docs.example.com,192.0.2.8\nweb1,docs.example.com,192.0.2.9\n',
    shared,
  );
  expect(data.map(({ address }) => address)).toEqual(['docs.example.com']);
});

test.each(['Gateway IP', 'Backend IP', 'Load Balancer IP', 'vCenter'])(
  'what a column %s has is of another machine',
  (column) => {
    const { data } = check(`Host,${column},IP\nh1.example.com,192.0.2.1,192.0.2.2\n`, switchPing);
    expect(data.find(({ address }) => address === 'h1.example.com')?.answer).toBe('not_monitored');
  },
);
