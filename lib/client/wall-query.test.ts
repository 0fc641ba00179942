import { expect, test } from 'vitest';
import { wallSearch } from './wall-query';

test.each([
  ['utm_source=chat', ''],
  ['type=tcp&v=2&sort=name&order=asc&page=2&per_page=50', 'type=tcp'],
  ['view=Production&fbclid=1', 'view=Production'],
  // Beside filters it is the name that somebody gave a link of the list.
  ['view=Mine&type=tcp', 'type=tcp'],
  ['view=', ''],
])('the page of the wall with ?%s asks for "%s"', (search, asked) => {
  expect(wallSearch(new URLSearchParams(search))).toBe(asked);
});
