import { expect, test } from 'vitest';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { removalsOf, stateTitle } from './empty-list';

test.each([
  [
    'q=is:down+fra1+a+OR+"b c"&type=tcp&region=fra1&region=iad1',
    [
      ['“is:down”', { q: 'fra1 a OR "b c"' }],
      ['“fra1”', { q: 'is:down a OR "b c"' }],
      ['“a OR "b c"”', { q: 'is:down fra1' }],
      ['Type: tcp', { type: null }],
      ['Region: fra1, iad1', { region: null }],
    ],
  ],
  ['q=a+b+c+d+e+f', [['Search: “a b c d e f”', { q: null }]]],
  [
    'q=zzz&rule=overdue',
    [
      ['Search: “zzz”', { q: null }],
      ['Review: Overdue', { rule: null }],
    ],
  ],
])('of the list %s each filter and each word of a short search can be removed', (search, expected) => {
  const removals = removalsOf(parseMonitorsUrl(new URLSearchParams(search)));
  expect(removals.map(({ label, change }) => [label, change])).toEqual(expected);
});

test.each([
  ['condition=down', 'No monitor is down'],
  ['q=is:flapping', 'No monitor is flapping'],
  ['flapping=true', 'No monitor is flapping'],
  ['maintenance_mode=true', 'No monitor is in maintenance'],
  ['is_active=false', 'No monitor is inactive'],
  ['condition=-down', null],
  ['maintenance_mode=false', null],
  ['condition=down&condition=up', null],
  ['q=is:down+db', null],
  ['condition=down&type=tcp', null],
])('without a result, the title of %s is %s', (search, title) => {
  expect(stateTitle(parseMonitorsUrl(new URLSearchParams(search)))).toBe(title);
});
