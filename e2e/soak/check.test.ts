import { expect, test } from 'vitest';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { check, noViolations, readAnswer } from './check.ts';
import { createListLimit, SLACK_MS } from './list-limit.ts';
import { createTruth } from './truth.ts';

const now = Date.now();

/** What is counted of an answer with one row, when another was handed out a minute ago. */
function violationsOf(
  row: Record<string, unknown>,
  answer: { asOf: number; isDegraded: boolean },
  isGone = () => false,
) {
  const truth = createTruth();
  truth.handedOut(wireRow(1), now - 60_000);
  const violations = noViolations();
  const known = { truth, isGone, listMs: 30_000 };
  check({ isList: true, rows: [{ ...row, condition: 'up' }], ...answer }, known, violations);
  return violations;
}

test('a row as it was handed out, with its age and the reason, is right', () => {
  expect(violationsOf(wireRow(1), { asOf: now - 60_000, isDegraded: true })).toEqual(noViolations());
});

test('a row that was never handed out is wrong', () => {
  const changed = { ...wireRow(1), last_status: 'down' };
  expect(violationsOf(changed, { asOf: now - 60_000, isDegraded: true }).wrongRows).toBe(1);
});

test('a row that is older than the answer says is wrong', () => {
  expect(violationsOf(wireRow(1), { asOf: now, isDegraded: false }).wrongRows).toBe(1);
});

test('one that has gone from upstream is kept for a while as it was, but never made up', () => {
  const gone = () => true;
  expect(violationsOf(wireRow(1), { asOf: now, isDegraded: false }, gone)).toEqual(noViolations());
  expect(violationsOf(wireRow(2), { asOf: now, isDegraded: false }, gone).wrongRows).toBe(1);
});

test('an old answer must say why', () => {
  expect(violationsOf(wireRow(1), { asOf: now - 60_000, isDegraded: false }).unflagged).toBe(1);
});

test('what is neither list nor monitor is refused', () => {
  expect(() => readAnswer({ error: 'no' })).toThrow();
});

test('a list that silently grows old is wrong by the interval in force, however long one of earlier was', () => {
  const limit = createListLimit();
  limit.inForce(900_000, now - 1_000_000);
  limit.inForce(15_000, now - SLACK_MS);
  const truth = createTruth();
  const violations = noViolations();
  const agedBy = (ms: number) =>
    check(
      { isList: true, rows: [], asOf: Date.now() - ms, isDegraded: false },
      { truth, isGone: () => false, listMs: limit.at(now) },
      violations,
    );
  agedBy(15_000 + SLACK_MS - 1000);
  expect(violations.unflagged).toBe(0);
  agedBy(15_000 + SLACK_MS + 1000);
  expect(violations.unflagged).toBe(1);
});

test('right after the interval became shorter a list may be as old as before', () => {
  const limit = createListLimit();
  limit.inForce(900_000, now - 1_000_000);
  limit.inForce(30_000, now - 2000);
  limit.inForce(15_000, now - 1000);
  expect(limit.at(now)).toBe(900_000 + SLACK_MS);
  expect(limit.at(now + SLACK_MS)).toBe(15_000 + SLACK_MS);
});
