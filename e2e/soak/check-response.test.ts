import { expect, test } from 'vitest';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { check, noViolations, parseResponse } from './check-response.ts';
import { createTruth } from './ground-truth.ts';
import { createListLimit, SLACK_MS } from './max-list-age.ts';

const now = Date.now();

/** The violations of a response with one row, when upstream sent `wireRow(1)` a minute ago. */
function violationsOf(
  row: Record<string, unknown>,
  response: { asOf: number; isDegraded: boolean },
  isGone = () => false,
) {
  const truth = createTruth();
  truth.recordSent(wireRow(1), now - 60_000);
  const violations = noViolations();
  const known = { truth, isGone, listMs: 30_000 };
  check({ isList: true, rows: [{ ...row, condition: 'up' }], ...response }, known, violations);
  return violations;
}

test('a row as upstream sent it, in a response reported as stale, is correct', () => {
  expect(violationsOf(wireRow(1), { asOf: now - 60_000, isDegraded: true })).toEqual(noViolations());
});

test('a row that upstream never sent is wrong', () => {
  const changed = { ...wireRow(1), last_status: 'down' };
  expect(violationsOf(changed, { asOf: now - 60_000, isDegraded: true }).wrongRows).toBe(1);
});

test('a row that is older than the response claims is wrong', () => {
  expect(violationsOf(wireRow(1), { asOf: now, isDegraded: false }).wrongRows).toBe(1);
});

test('a monitor removed upstream may be kept for a while, but only as upstream sent it', () => {
  const gone = () => true;
  expect(violationsOf(wireRow(1), { asOf: now, isDegraded: false }, gone)).toEqual(noViolations());
  expect(violationsOf(wireRow(2), { asOf: now, isDegraded: false }, gone).wrongRows).toBe(1);
});

test('an old response must be reported as stale', () => {
  expect(violationsOf(wireRow(1), { asOf: now - 60_000, isDegraded: false }).unreported).toBe(1);
});

test('a response that is neither a list nor a monitor is rejected', () => {
  expect(() => parseResponse({ error: 'no' })).toThrow();
});

test('the allowed age of a list not reported as stale depends on the current interval, not on an earlier, longer one', () => {
  const limit = createListLimit();
  limit.setInEffect(900_000, now - 1_000_000);
  limit.setInEffect(15_000, now - SLACK_MS);
  const truth = createTruth();
  const violations = noViolations();
  const agedBy = (ms: number) =>
    check(
      { isList: true, rows: [], asOf: Date.now() - ms, isDegraded: false },
      { truth, isGone: () => false, listMs: limit.at(now) },
      violations,
    );
  agedBy(15_000 + SLACK_MS - 1000);
  expect(violations.unreported).toBe(0);
  agedBy(15_000 + SLACK_MS + 1000);
  expect(violations.unreported).toBe(1);
});

test('right after the interval became shorter, a list may still be as old as before', () => {
  const limit = createListLimit();
  limit.setInEffect(900_000, now - 1_000_000);
  limit.setInEffect(30_000, now - 2000);
  limit.setInEffect(15_000, now - 1000);
  expect(limit.at(now)).toBe(900_000 + SLACK_MS);
  expect(limit.at(now + SLACK_MS)).toBe(15_000 + SLACK_MS);
});
