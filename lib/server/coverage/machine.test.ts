import { expect, test } from 'vitest';
import { summaryOf } from './read-list.fixtures.ts';

test.each([
  [
    'a short and a full name of one machine',
    'alias ansible_host=shop.example.com ansible_user=x\n\nHost web1\n  HostName c.example.com\n\ndefine host {\n  host_name db01\n  address d.example.com\n}\n',
    'shop.example.com c.example.com d.example.com | detail: alias web1 db01',
  ],
  [
    'short and full names in columns, and several hosts in a cell',
    'Server,Service,Address\nsrv01,web,a.example.com\n"web1, b.example.com",web,\n',
    'a.example.com web1 b.example.com | detail: srv01',
  ],
  [
    'several names of a host of SSH',
    'Host web1 a.example.com\n  User x\nHost names are b.example.com\n',
    'a.example.com b.example.com | detail: web1',
  ],
  [
    'several ports beside a host',
    'host,port\na.example.com,"443, 8443"\ndb1,22/9100\n',
    'a.example.com:443 a.example.com:8443 db1:22 db1:9100',
  ],
  [
    'names of columns with other characters',
    "Asset,Hostname,IP,VIP?,CPU %,Who's on call\nSW1,a.example.com,10.10.0.1,no,3,x\nAP1,ap-1,,no,x,y\n",
    'a.example.com ap-1 | detail: 10.10.0.1',
  ],
])('%s', (_what, text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
