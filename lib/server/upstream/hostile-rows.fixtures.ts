import fc from 'fast-check';
import { wireDetail, wireRow } from './wire-monitors.fixtures.ts';

/** Values that an API could send in place of any other: numbers out of range, dates that do not exist, other types. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -1,
    -0.5,
    0.5,
    59.9,
    1e15,
    -1e15,
    1e308,
    JSON.parse('1e999'),
    Number.MAX_SAFE_INTEGER + 1,
  ),
  fc.constantFrom<unknown>(
    '',
    '42',
    '-1',
    'NaN',
    'up',
    'down',
    'UP',
    'degraded',
    'true',
    '2026-13-45T00:00:00Z',
  ),
  fc.constantFrom<unknown>(
    '2026-11-20T11:59:30',
    '2026-11-20 11:59:30+0000',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ),
  fc.double(),
  fc
    .date({ noInvalidDate: false })
    .map((date) => (Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString())),
  fc.jsonValue({ maxDepth: 2 }),
);

const withOddFields = (row: Record<string, unknown>) => {
  const { monitor_uuid: uuid, ...fields } = row;
  const odd = Object.entries(fields).map(([name, value]) => [
    name,
    fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: hostileValue }),
  ]);
  // Fields can also be missing.
  return fc
    .record(Object.fromEntries(odd), { requiredKeys: [] })
    .map((changes): Record<string, unknown> => ({ monitor_uuid: uuid, ...changes }));
};

/** Rows of the list. Each has one of a few UUIDs and a check just before the tests' noon. Any other field can be odd or missing. */
export const hostileRow = fc
  .nat(20)
  .chain((n) => withOddFields({ ...wireRow(n), last_check_at: '2026-11-20T11:59:30.000Z' }));

/** A detail of the first monitor, in which any field but the UUID can be odd or missing. */
export const hostileDetail = withOddFields(wireDetail());
