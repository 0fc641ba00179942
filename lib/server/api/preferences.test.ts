import { expect, test } from 'vitest';
import { preferencesCookie, serializePreferences } from '../../client/preferences';
import { defaultPreferences } from '../../contract/preferences';
import { preferencesOfCookies } from './preferences';

test('preferences are found among other cookies', () => {
  const paused = { ...defaultPreferences, refreshInterval: 'off' } as const;
  const cookie = `${preferencesCookie}=${serializePreferences(paused)}`;
  expect(preferencesOfCookies(`a=1; ${cookie}; b=2`)).toEqual(paused);
  expect(preferencesOfCookies(cookie)).toEqual(paused);
});

test('without a cookie there are no preferences', () => {
  for (const header of [null, '', 'a=1', `x${preferencesCookie}=%7B%7D`]) {
    expect(preferencesOfCookies(header)).toBeNull();
  }
});

test('a damaged cookie is read as the defaults', () => {
  expect(preferencesOfCookies(`${preferencesCookie}=%E0%A4`)).toEqual(defaultPreferences);
});

test('the cookies of earlier versions are read', () => {
  expect(preferencesOfCookies('sightline_theme=dark')?.theme).toBe('dark');
});
