import { expect, test } from 'vitest';
import { traceIdOf } from './trace-id';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

test.each([`00-${trace}-${parent}-01`, `00-${trace}-${parent}-00`, `01-${trace}-${parent}-01-more`])(
  'the trace ID of %j is logged',
  (header) => {
    expect(traceIdOf(header)).toBe(trace);
  },
);

test.each([
  undefined,
  '',
  trace,
  `00-${trace}`,
  `ff-${trace}-${parent}-01`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace}-${parent}-01 secret`,
  ` 00-${trace}-${parent}-01`,
  [`00-${trace}-${parent}-01`],
])('%j has no trace ID', (header) => {
  expect(traceIdOf(header)).toBeNull();
});
