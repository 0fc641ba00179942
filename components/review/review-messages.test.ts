import { expect, test } from 'vitest';
import type { ReviewedRule } from '@/lib/contract/review';
import { quietMessage, settingsMessage, unknownMessage } from './review-messages';

const rule: ReviewedRule = {
  rule: 'overdue',
  topic: 'not_watched',
  title: 'Overdue',
  why: 'It is late.',
  count: 0,
  monitors: [],
  since: null,
  unknown: 0,
  needs: 'list',
  query: 'rule=overdue',
};

test('the message says why monitors are not known, and is null if there are none', () => {
  expect(unknownMessage({ unknown: 0, needs: 'settings' }, 1200)).toBeNull();
  expect(unknownMessage({ unknown: 1188, needs: 'settings' }, 1200)).toBe(
    'Present settings not known for 1,188 of 1,200',
  );
  expect(unknownMessage({ unknown: 12, needs: 'history' }, 1200)).toBe(
    'Not observed for long enough: 12 of 1,200',
  );
  expect(unknownMessage({ unknown: 2, needs: 'list' }, 1200)).toBe('Not known for 2 of 1,200');
});

test('the message about rules without monitors says "All well" only if the rules know enough', () => {
  const open = { ...rule, unknown: 3 };
  expect(quietMessage([rule])).toBe('All well: 1 rule names no monitor');
  expect(quietMessage([rule, open])).toBe('2 rules name no monitor, as far as known');
});

test('the message says whether settings are known for some or for all monitors', () => {
  const meta = {
    ...{ monitors: 5000, settings_known: 4812, settings_outdated: 0, observed_from: null, degraded: null },
    as_of: '2026-11-20T12:00:00.000Z',
    inventory: { state: 'complete', read: 5000, total: 5000, missing: null },
  } as const;
  expect(settingsMessage({ ...meta, rules_off: [] })).toBe('Settings known for 4,812 of 5,000 monitors.');
  expect(settingsMessage({ ...meta, rules_off: [], settings_known: 5000 })).toBe(
    'Settings known for all 5,000 monitors.',
  );
  expect(settingsMessage({ ...meta, rules_off: [], settings_known: 5000, settings_outdated: 102 })).toBe(
    'Settings known for all 5,000 monitors, of 102 only as they were before an edit.',
  );
});
