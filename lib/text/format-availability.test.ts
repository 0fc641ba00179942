import { expect, test } from 'vitest';
import { formatAvailability } from './format-availability';

test.each([
  [0.9921, 0.9963, '99.21–99.63 %'],
  [0.992, 0.996, '99.2–99.6 %'],
  [0.999961, 0.999969, '99.99 %'],
  [0.99996, 1, '99.99–100 %'],
  [1, 1, '100 %'],
  [0, 0, '0 %'],
  [0, 0.00004, '<0.01 %'],
  [0, 0.5, '0–50 %'],
])('%d to %d is %s', (least, most, text) => {
  expect(formatAvailability({ least, most })).toBe(text);
});
