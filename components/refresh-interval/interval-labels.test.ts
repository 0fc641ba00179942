import { expect, test } from 'vitest';
import { intervalLabel } from './interval-labels';
import { dailyPrice, priceMessage } from './interval-price';

test('an interval prices itself', () => {
  expect(priceMessage('30', 3, 50_000)).toBe('3 requests × 2,880 = 8,640 a day of 50,000');
  expect(priceMessage('900', 1, null)).toBe('1 request × 96 = 96 a day');
  expect(priceMessage('off', 3, 50_000)).toBe('costs nothing');
});

test('what an interval costs a day', () => {
  expect(dailyPrice('30', 3)).toBe(8640);
  expect(dailyPrice('900', 1)).toBe(96);
  expect(dailyPrice('off', 3)).toBe(0);
});

test('labels', () => {
  expect(intervalLabel('60')).toBe('Every 1 min');
  expect(intervalLabel('off')).toBe('Paused');
});
