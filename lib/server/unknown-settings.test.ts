import { expect, test } from 'vitest';
import { unknownSettings } from './unknown-settings';

const known = ['SIGHTLINE_AUTH', 'SIGHTLINE_PUBLIC_URL', 'SIGHTLINE_DATA_DIR'];

test('a misspelled setting is named with the nearest one, another unknown setting alone', () => {
  const names = [
    'PATH',
    'SIGHTLINE_AUHT',
    'SIGHTLINE_PUBLIC_URI',
    'SIGHTLINE_AUTH',
    'SIGHTLINE_THEME_OF_THE_YEAR',
  ];
  expect(unknownSettings(names, known)).toBe(
    'No such setting: SIGHTLINE_AUHT (did you mean SIGHTLINE_AUTH?), SIGHTLINE_PUBLIC_URI (did you mean SIGHTLINE_PUBLIC_URL?), SIGHTLINE_THEME_OF_THE_YEAR',
  );
});

test('a setting with a wrong prefix is named with the right name; variables that only our programs set are not suggested', () => {
  const all = [...known, 'MONITOR_API_KEY', 'HOSTNAME', 'SIGHTLINE_DEMO_API_URL', 'SIGHTLINE_DEMO_API_KEY'];
  const names = ['SIGHTLINE_API_KEY', 'SIGHTLINE_HOSTNAME', 'SIGHTLINE_DEMO_API_KEYS', 'SIGHTLINE_CHECKS'];
  const sentence = unknownSettings([...names, 'SIGHTLINE_CHECK', 'SIGHTLINE_DEMO_API_URL'], all);
  expect(sentence).toContain('SIGHTLINE_API_KEY (did you mean MONITOR_API_KEY?)');
  expect(sentence).toContain('SIGHTLINE_HOSTNAME (did you mean HOSTNAME?)');
  expect(sentence).not.toMatch(/mean SIGHTLINE_(DEMO_API|CHECK)|SIGHTLINE_CHECK,|SIGHTLINE_DEMO_API_URL/);
});

test('settings, those of the launcher, and variables that a cluster injects for a service are not named', () => {
  const injected = [
    'SIGHTLINE_PORT',
    'SIGHTLINE_SERVICE_HOST',
    'SIGHTLINE_SERVICE_PORT_HTTP',
    'SIGHTLINE_PORT_3000_TCP_ADDR',
  ];
  expect(unknownSettings([...known, ...injected, 'SIGHTLINE_ALLOWED_HOSTS'], known)).toBeNull();
});
