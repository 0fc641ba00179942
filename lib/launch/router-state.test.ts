import { expect, test } from 'vitest';
import { isRouterState } from './router-state';

/** What a browser sends when it navigates from the list. */
const list = [
  '',
  { children: ['monitors', { children: ['__PAGE__?{"q":"api"}', {}, null, 'refetch'] }, null, null] },
  null,
  null,
  16,
];
const detail = [
  '',
  { children: [['uuid', '3f1c', 'd', null], { children: ['__PAGE__', {}] }, ['/a', '/b']] },
];

test.each([list, detail, ['', {}]])('what a browser sends is accepted: %j', (...state) => {
  expect(isRouterState(encodeURIComponent(JSON.stringify(state)))).toBe(true);
});

test.each([
  ['garbage', 'garbage'],
  ['a truncated state', '%5B%22%22%2C'],
  ['an invalid encoding', '%ff'],
  ['a state of another form', encodeURIComponent(JSON.stringify(['', { children: 'monitors' }]))],
  ['a state that is too long', JSON.stringify(['x'.repeat(20_000), {}])],
])('%s is rejected', (_what, header) => {
  expect(isRouterState(header)).toBe(false);
});
