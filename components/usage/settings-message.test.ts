import { expect, test } from 'vitest';
import { settingsMessage } from './settings-message';

const counts = { known: 4812, monitors: 5000 };
const known = 'Settings that the list omits are known for 4,812 of 5,000 monitors.';

test.each([
  ['reading', 90, / With spare requests those of one more are read about every 1 min 30 s\.$/],
  ['no_spare_requests', null, / A longer refresh interval leaves some\.$/],
  ['paused', null, / None are read while refreshing is paused\.$/],
  ['updated_by_checks', null, / No more are read: the API changes/],
  ['off', null, / SIGHTLINE_READ_SETTINGS to off\.$/],
  ['complete', 90, /^((?! read).)*$/],
] as const)('settings: how many are known, and in state %s why no more are read', (state, every_s, more) => {
  const message = settingsMessage({ ...counts, state, every_s });
  expect(message.startsWith(known)).toBe(true);
  expect(message).toMatch(more);
});
