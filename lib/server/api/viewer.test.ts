import { expect, test } from 'vitest';
import { preferencesCookie, serializePreferences } from '../../client/preferences';
import { defaultPreferences } from '../../contract/preferences';
import { anonymous, type RouteCaller } from '../auth/gate';
import { recordPageViewer, recordViewer } from './viewer';

const script = { ...anonymous, token: 'grafana' };
const user = { ...anonymous, session: { id: 'id', user: { name: null } } };

/** The viewers that are recorded: their ids, and whether they have paused. */
function recorded(headers: Record<string, string>, caller: RouteCaller, record = recordViewer) {
  const seen: [id: string, isPaused: boolean][] = [];
  record({ seen: (...viewer) => seen.push(viewer) }, new Headers(headers), caller);
  return seen;
}
const pauses = (...given: Parameters<typeof recorded>) => recorded(...given).map(([, isPaused]) => isPaused);

test('only a caller with the header is a viewer, paused if it is "off"', () => {
  expect(recorded({}, user)).toEqual([]);
  for (const any of ['on', '60', '', '5m', 'OFF']) {
    expect(pauses({ 'Sightline-Refresh': any }, user), any).toEqual([false]);
  }
  expect(pauses({ 'Sightline-Refresh': 'off' }, user)).toEqual([true]);
});

test('a script is a viewer like a user, but cannot pause', () => {
  expect(recorded({}, script)).toEqual([]);
  expect(pauses({ 'Sightline-Refresh': '60' }, script)).toEqual([false]);
  expect(recorded({ 'Sightline-Refresh': 'off' }, script)).toEqual([]);
});

test('all requests with one token are one viewer', () => {
  const id = (headers: Record<string, string>, token = 'grafana') =>
    recorded({ 'Sightline-Refresh': 'on', ...headers }, { ...anonymous, token })[0]?.[0];
  expect(id({ 'X-Forwarded-For': '192.0.2.1' })).toBe(id({ 'X-Forwarded-For': '192.0.2.2' }));
  expect(id({}, 'cron')).not.toBe(id({}));
});

test('who opens a page is a viewer, paused as the cookie says, which is found among others', () => {
  const paused = serializePreferences({ ...defaultPreferences, isPaused: true });
  const ofPage = (Cookie: string) => pauses({ Cookie }, user, recordPageViewer);
  expect(ofPage(`a=1; ${preferencesCookie}=${paused}; b=2`)).toEqual([true]);
  for (const other of ['', 'a=1', `x${preferencesCookie}=${paused}`, `${preferencesCookie}=%E0%A4`]) {
    expect(ofPage(other), other).toEqual([false]);
  }
});
