import { expect, test } from 'vitest';
import { settingsMessage } from './settings-message';
import { noon } from './usage.fixtures';

const message = (settings: Omit<Parameters<typeof settingsMessage>[0], 'monitors'>) =>
  settingsMessage({ ...settings, monitors: 5000 }, noon, 'Europe/Berlin');

test.each([
  ['2026-11-20T20:39:30.000Z', 'the rest are read until 21:40.'],
  ['2026-11-24T20:39:30.000Z', 'the rest are read until 24 Nov, 21:40.'],
  [null, 'the rest are read while the list needs no requests.'],
])('the message says until when the rest of the settings are read (%s)', (until, rest) => {
  expect(message({ known: 4812, state: 'reading', until })).toBe(
    `Check settings are known for 4,812 of 5,000 monitors; ${rest}`,
  );
});

test.each([
  ['failed', /; the rest could not be read/],
  ['paused', /; no more are read while refreshing is paused\.$/],
  ['low', /; no more are read while few requests are left/],
  ['quota_unknown', /; no more are read while the API does not say/],
  ['updated_by_checks', /; no more are read, because the API changes/],
  ['off', / set SIGHTLINE_READ_SETTINGS to off\.$/],
] as const)('the message says why no more settings are read (%s)', (state, reason) => {
  expect(message({ known: 4812, state, until: null })).toMatch(
    /^Check settings are known for 4,812 of 5,000/,
  );
  expect(message({ known: 4812, state, until: null })).toMatch(reason);
  expect(message({ known: 5000, state, until: null })).toBe(
    'Check settings are known for all 5,000 monitors.',
  );
});
