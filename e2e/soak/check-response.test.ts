import { expect, test } from 'vitest';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { check, noViolations, parseResponse } from './check-response.ts';
import { createTruth } from './upstream.ts';

const now = Date.now();
const minuteAgo = { asOf: now - 60_000, isDegraded: true };
const fresh = { asOf: now, isDegraded: false };
const down = { ...wireRow(1), last_status: 'down' };

// Upstream has sent `wireRow(1)` a minute ago.
test.each([
  ['a row as upstream sent it, reported as stale', wireRow(1), minuteAgo, false, {}],
  ['a row that upstream never sent', down, minuteAgo, false, { wrongRows: 1 }],
  ['a row that is older than the response claims', wireRow(1), fresh, false, { wrongRows: 1 }],
  [
    'the same in a list that is reported as incomplete',
    wireRow(1),
    { ...fresh, isIncomplete: true },
    false,
    {},
  ],
  ['a monitor that upstream has removed, kept for a while', wireRow(1), fresh, true, {}],
  ['the same, but not as upstream sent it', wireRow(2), fresh, true, { wrongRows: 1 }],
  [
    'an old response that is not reported as stale',
    wireRow(1),
    { ...minuteAgo, isDegraded: false },
    false,
    { unreported: 1 },
  ],
])('%s', (_, row, response, isGone, expected) => {
  const truth = createTruth();
  truth.recordSent(wireRow(1), now - 60_000);
  const violations = noViolations();
  const known = { truth, isGone: () => isGone, listMs: 30_000 };
  check(
    { isList: true, isIncomplete: false, rows: [{ ...row, condition: 'up' }], ...response },
    known,
    violations,
  );
  expect(violations).toEqual({ ...noViolations(), ...expected });
});

test('a response that is neither a list nor a monitor is rejected', () => {
  expect(() => parseResponse({ error: 'no' })).toThrow();
});
