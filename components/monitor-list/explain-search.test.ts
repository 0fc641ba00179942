import { expect, test } from 'vitest';
import { noSearchMatch } from './explain-search';

test.each([
  ['https://a.example/x', 'No monitor checks this address.'],
  ['curl https://a.example/x', 'No monitor matches https://a.example/x.'],
  ['https://a.example/x https://b.example/', 'No monitor checks any of these addresses.'],
  ['10.0.0.1 10.0.0.2', 'No monitor matches the whole text.'],
  ['orders, carts', 'No monitor matches the whole text.'],
  ['orders', 'No monitor has this name'],
  ['https nowhere', 'No monitor matches all of these words.'],
  ['is:down region:fra1', 'No monitor matches all of these words.'],
])('%s finds nothing: %s', (q, beginning) => {
  expect(noSearchMatch(q).startsWith(beginning)).toBe(true);
});
