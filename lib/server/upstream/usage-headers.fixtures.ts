import 'server-only';
import fc from 'fast-check';

export const usageHeaderNames = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-quota-daily-limit',
  'x-quota-daily-remaining',
  'x-quota-monthly-limit',
  'x-quota-monthly-remaining',
];

const hostileValue = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '-1',
    'NaN',
    '1e18',
    '1000000000000000000',
    '9007199254740993',
    '+5',
    '0x10',
    '12.5',
    '5, 5',
  ),
  fc.constantFrom('', '0', '1', '2', '3', '60', '3600', '86400', '1000000000000', '9007199254740991'),
  fc.integer().map(String),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
);

/** Some of the seven counters, with values that a server should not send. */
export const hostileHeaders = fc.dictionary(
  fc.constantFrom(...usageHeaderNames),
  fc.oneof({ weight: 4, arbitrary: hostileValue }, fc.array(hostileValue)),
  { noNullPrototype: true },
);
