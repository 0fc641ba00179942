import { expect, test } from 'vitest';
import { parseTime } from './last-notification';

test('a stored time is read again; everything else is none', () => {
  expect(parseTime('1795269600000')).toBe(1_795_269_600_000);
  for (const text of [null, '', '-1', '1e3', 'NaN', 'Infinity', '1795269600000 ', '9'.repeat(16)]) {
    expect(parseTime(text)).toBeNull();
  }
});
