import { expect, test } from 'vitest';
import { changeOf } from '@/components/changes/changes.fixtures';
import type { Change } from '@/lib/contract/changes';
import { notificationMessage } from './notification-message';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 14, minute)).toISOString();
const of = (...changes: Change[]) => ({ changes, isCutOff: false });

test('a message about one monitor has its name', () => {
  const target = 'https://shop.example.org/';
  const change = changeOf('1', 'down', at(0), { monitor: { name: 'Shop', target } });
  expect(notificationMessage(of(change), 'UTC')).toEqual({
    title: 'Shop went down',
    body: target,
    icon: '/icon-down.svg',
  });
});

test('a name does not change the writing direction of the message', () => {
  const change = changeOf('1', 'down', at(0), { monitor: { name: 'a\u202Eb' } });
  expect(notificationMessage(of(change), 'UTC').title).toBe('\u2068a\u202Eb\u2069 went down');
});

test('the title counts several monitors', () => {
  const change = (id: string, kind: 'down' | 'recovered', minute: number) => changeOf(id, kind, at(minute));
  const changes = [change('a', 'down', 30), change('b', 'recovered', 20), change('c', 'down', 10)];
  expect(notificationMessage(of(...changes), 'UTC')).toMatchObject({
    title: '2 went down, 1 recovered',
    body: 'Monitor a went down\nMonitor b recovered\nMonitor c went down',
  });
  const many = Array.from({ length: 9 }, (_, n) => change(String(n), 'down', 50 - 5 * n));
  expect(notificationMessage(of(...many), 'UTC').body).toBe(
    'Monitor 0 went down\nMonitor 1 went down\nMonitor 2 went down\nand 6 more',
  );
});

test('many changes at one moment are folded', () => {
  const changes = Array.from({ length: 12 }, (_, n) => changeOf(String(n), 'down', at(1)));
  expect(notificationMessage(of(...changes), 'UTC')).toMatchObject({
    title: '12 https monitors in fra1 went down between 14:00 and 14:01',
    body: '',
  });
});

test('a cut-off batch says "At least"', () => {
  const changes = Array.from({ length: 100 }, (_, n) => changeOf(String(n), 'down', at(1)));
  const recovered = changeOf('r', 'recovered', at(1));
  const title = (...some: Change[]) => notificationMessage({ changes: some, isCutOff: true }, 'UTC').title;
  expect(title(...changes)).toBe('At least 100 https monitors in fra1 went down between 14:00 and 14:01');
  expect(title(...changes.slice(0, 1)), 'of a view').toBe('At least 1 went down');
  expect(title(recovered, ...changes)).toBe('At least 100 went down, 1 recovered');
});

test('only a message about an outage has the icon of an outage', () => {
  const [down, recovered] = [changeOf('a', 'down', at(0)), changeOf('b', 'recovered', at(0))];
  expect(notificationMessage(of(recovered), 'UTC').icon).toBe('/icon.svg');
  expect(notificationMessage(of(recovered, down), 'UTC').icon).toBe('/icon-down.svg');
});
