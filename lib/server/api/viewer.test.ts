import { expect, test } from 'vitest';
import { preferencesCookie, serializePreferences } from '../../client/preferences';
import { defaultPreferences } from '../../contract/preferences';
import { viewerOf } from './viewer';

const script = { session: null, token: 'grafana' };
const user = { session: { id: 'id', user: { name: null } }, token: null };

test('a user counts as a viewer in any case', () => {
  expect(viewerOf(new Headers(), user)?.requestedInterval).toBe(30);
  expect(viewerOf(new Headers({ 'Sightline-Refresh': 'off' }), user)?.requestedInterval).toBe('off');
});

test('a script counts as a viewer only if it requests an interval in seconds', () => {
  expect(viewerOf(new Headers(), script)).toBeNull();
  for (const other of ['off', '5m', '0', '', '60, 60', '1e3', '-60']) {
    expect(viewerOf(new Headers({ 'Sightline-Refresh': other }), script), other).toBeNull();
  }
  expect(viewerOf(new Headers({ 'Sightline-Refresh': '60' }), script)?.requestedInterval).toBe(60);
});

test('all requests with one token are one viewer', () => {
  const id = (headers: Record<string, string>, token = 'grafana') =>
    viewerOf(new Headers({ 'Sightline-Refresh': '60', ...headers }), { session: null, token })?.id;
  expect(id({ 'X-Forwarded-For': '192.0.2.1' })).toBe(id({ 'X-Forwarded-For': '192.0.2.2' }));
  expect(id({}, 'cron')).not.toBe(id({}));
});

test('without a header, the interval of the preferences applies, which are found among other cookies', () => {
  const paused = serializePreferences({ ...defaultPreferences, refreshInterval: 'off' });
  const intervalOf = (Cookie: string) => viewerOf(new Headers({ Cookie }), user)?.requestedInterval;
  expect(intervalOf(`a=1; ${preferencesCookie}=${paused}; b=2`)).toBe('off');
  for (const other of ['', 'a=1', `x${preferencesCookie}=${paused}`, `${preferencesCookie}=%E0%A4`]) {
    expect(intervalOf(other), other).toBe(30);
  }
});
