import { expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';

test.each([
  [['--bogus'], /Unknown option '--bogus'/],
  [['extra'], /Unexpected argument 'extra'/],
  [['--monitors', '100001'], /^--monitors must be a whole number from 0 to 100000, not "100001"\.$/],
  [['--monitors', '1.5'], /^--monitors must be/],
  [['--port', '65536'], /^--port must be/],
  [['--seed', 'x'], /^--seed must be/],
  [['--limit-minute', ''], /^--limit-minute must be/],
  [['--key', 'two words'], /^--key may hold only/],
])('a mistake is reported in one sentence: %j', (args, sentence) => {
  expect(() => readCommandLine(args)).toThrow(sentence);
});
