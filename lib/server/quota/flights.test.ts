import { expect, test } from 'vitest';
import { land, launch, noFlights } from './flights.ts';

test('an answer that overtook an older request lands its own', () => {
  const both = launch(launch(noFlights, 1000), 5000);
  const { flight, flights } = land(both, 2, true, 5100);
  expect(flight).toEqual({ order: 2, sentAt: 5000 });
  expect(flights.inFlight).toEqual([{ order: 1, sentAt: 1000 }]);
});

test('an answer to what is not in flight is a mistake of the caller', () => {
  expect(() => land(launch(noFlights, 0), 2, true, 0)).toThrow('an answer without a request');
});
