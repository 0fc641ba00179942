import { expect, test } from 'vitest';
import { availabilityMessage, formatAvailability, isMostlyUnobserved } from './format-availability';

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

test.each([
  [0.99, 6 * 86_400, 0.71, 'Availability 99 %, observed 71 % of the time', false],
  [0.99, 2 * 86_400, 0.31, 'Availability 99 %, observed 31 % of the time', true],
  [null, 1080, 0.0004, 'No availability yet: observed only 18 min', true],
  [null, 86_400, 0.03, 'No availability yet: observed only 3 % of the time', true],
  [null, 0, 0, 'No availability: all the time not observed, or overdue, inactive or in maintenance', true],
])(
  'availability from %d of %d s, a share of %d, is "%s"',
  (least, observed_s, observed_share, text, isGrey) => {
    const availability = { least, most: least, observed_s, observed_share };
    expect(availabilityMessage(availability)).toBe(text);
    expect(isMostlyUnobserved(availability)).toBe(isGrey);
    if (least === null) expect(formatAvailability(availability)).toBe('–');
  },
);
