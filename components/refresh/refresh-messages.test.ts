import { expect, test } from 'vitest';
import type { Degraded } from '@/lib/contract/responses';
import type { Refresh, Usage } from '@/lib/contract/usage';
import {
  isListOld,
  nextReadingMessage,
  type RefreshFacts,
  refreshWord,
  shownInterval,
} from './refresh-messages';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const quota: Usage['data']['daily'] = {
  limit: 5000,
  remaining: 0,
  resets_at: null,
  resets_at_local: null,
  runs_out_at: null,
};
const refresh: Refresh = {
  wanted_s: 15,
  actual_s: 15,
  cost: 3,
  limited_by: null,
  paused: false,
  viewers: 1,
  reserve: { daily: null, monthly: null },
};
const facts = (
  meta: Partial<RefreshFacts['meta']> = {},
  usage: Partial<Refresh> = {},
  { isPaused = false, daily = quota } = {},
): RefreshFacts => ({
  meta: { as_of: at(-6), refresh_at: at(9), degraded: null, reading: null, ...meta },
  usage: { refresh: { ...refresh, ...usage }, daily, monthly: quota },
  isPaused,
});
const degraded = (code: Degraded['code'], retry_at: string | null = null): Degraded => ({
  code,
  message: 'It failed.',
  since: at(-600),
  retry_at,
});

test.each<[string, RefreshFacts, string]>([
  ['as often as wanted', facts(), 'Next reading in 9 s: every 15 s.'],
  ['due', facts({ refresh_at: at(0) }), 'Next reading due: every 15 s.'],
  [
    'the daily quota',
    facts({ refresh_at: at(56) }, { actual_s: 102, limited_by: 'daily' }),
    'Next reading in 56 s: every 1 min 42 s instead of 15 s, so that today’s requests last.',
  ],
  [
    'the monthly quota',
    facts({ refresh_at: at(56) }, { actual_s: 102, limited_by: 'monthly' }),
    'Next reading in 56 s: every 1 min 42 s instead of 15 s, so that this month’s requests last.',
  ],
  [
    'nobody looks',
    facts({ refresh_at: at(56) }, { wanted_s: null, actual_s: 900 }),
    'Next reading in 56 s: every 15 min while nobody looks.',
  ],
  [
    'the rate limit',
    facts({}, { actual_s: 20, limited_by: 'minute' }),
    'Next reading in 9 s: every 20 s instead of 15 s, to stay within the rate limit.',
  ],
  [
    'no counters',
    facts({}, { actual_s: 108 }, { daily: { ...quota, limit: null } }),
    'Next reading in 9 s: every 1 min 48 s instead of 15 s, because the API reports no daily quota.',
  ],
  [
    'failing pages',
    facts({}, { actual_s: 30, cost: 6 }),
    'Next reading in 9 s: every 30 s instead of 15 s, because the last reading took extra requests.',
  ],
  ['paused', facts({}, {}, { isPaused: true }), 'Paused: nothing is read for this page.'],
  ['reading', facts({ reading: { started_at: at(-3) } }), 'Reading now, for 3 s.'],
  [
    'reading an old list, as when the first viewer arrives',
    facts({ as_of: at(-780), reading: { started_at: at(0) } }),
    'Reading now, for 0 s. The list is read rarely while nobody looks.',
  ],
  [
    'a failure that is retried',
    facts({ degraded: degraded('upstream_timeout', at(14)) }),
    'The API timed out. Next attempt in 14 s.',
  ],
])('the message says when the list is read next, and why not sooner: %s', (_, given, message) => {
  expect(nextReadingMessage(given, now)).toBe(message);
});

test.each<[Degraded, string]>([
  [degraded('api_key_rejected', at(43)), 'API key rejected: needs a new key.'],
  [degraded('storage_unreachable'), 'Can’t reach the database.'],
  [degraded('daily_quota_exhausted'), 'Daily quota used up: nothing is read until it resets.'],
])('while $code stops reading, the message has no interval', (stopped, message) => {
  const given = facts({ degraded: stopped }, { actual_s: 86_400, limited_by: 'daily' });
  expect(nextReadingMessage(given, now)).toBe(message);
});

test('the configured reset of a used-up quota is named', () => {
  const daily = { ...quota, resets_at_local: '2026-11-21 00:00 Europe/Berlin' };
  const given = facts({ degraded: degraded('daily_quota_exhausted') }, {}, { daily });
  expect(nextReadingMessage(given, now)).toMatch(/until it resets at 00:00 \(Europe\/Berlin\)\.$/);
});

test('a list is old after twice its interval, but not before a minute', () => {
  expect(isListOld(facts({ as_of: at(-60) }), now)).toBe(false);
  expect(isListOld(facts({ as_of: at(-61) }), now)).toBe(true);
  expect(isListOld(facts({ as_of: at(-500) }, { actual_s: 300 }), now)).toBe(false);
  // While nobody looks it may be half an hour old.
  expect(isListOld(facts({ as_of: at(-800) }, { wanted_s: null, actual_s: 900 }), now)).toBe(false);
});

test('a list that nothing refreshes is old by the interval that is wanted', () => {
  const stopped = { as_of: at(-90), degraded: degraded('daily_quota_exhausted') };
  expect(isListOld(facts(stopped, { actual_s: 86_400 }), now)).toBe(true);
});

test('the interval is beside the age while the list is read for somebody', () => {
  expect(shownInterval(facts({}, { actual_s: 102 }))).toBe('every 1 min 42 s');
  expect(shownInterval({ ...facts(), usage: undefined })).toBeNull();
  expect(shownInterval(facts({}, { wanted_s: null, actual_s: 900 }))).toBeNull();
  expect(shownInterval(facts({}, {}, { isPaused: true }))).toBeNull();
  expect(shownInterval(facts({ degraded: degraded('upstream_timeout') }))).toBeNull();
});

test('the button says "reading", also while paused, unless the reading may have been cut off', () => {
  const reading = { started_at: at(-3) };
  expect(refreshWord(facts())).toBeNull();
  expect(refreshWord(facts({}, {}, { isPaused: true }))).toBe('paused');
  expect(refreshWord(facts({ reading }, {}, { isPaused: true }))).toBe('reading');
  expect(refreshWord(facts({ reading, degraded: degraded('no_leader') }))).toBeNull();
});
