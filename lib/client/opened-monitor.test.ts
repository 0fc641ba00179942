import { expect, test } from 'vitest';
import { monitorPath, onPage } from './monitors-url';

test('the link of a monitor carries the list that it was opened from, also the default one', () => {
  expect(monitorPath({ uuid: 'u', list: 'q=a%26b&page=2' })).toBe('/monitors/u?list=q%3Da%2526b%26page%3D2');
  expect(monitorPath({ uuid: 'u', list: '' })).toBe('/monitors/u?list=');
  expect(monitorPath({ uuid: 'u', list: null })).toBe('/monitors/u');
});

test('another page of the same list differs only in its page', () => {
  expect(onPage('sort=name&page=2', 3)).toBe('sort=name&page=3');
  expect(onPage('sort=name&page=2', 1)).toBe('sort=name');
  expect(onPage('', 2)).toBe('page=2');
});
