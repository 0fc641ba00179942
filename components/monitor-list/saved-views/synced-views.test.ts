import { expect, test } from 'vitest';
import type { SavedView } from './saved-views';
import { changesBetween, localOf, offerOf, parseSynced } from './synced-views';

const columns = { hiddenColumns: ['type'], columnOrder: [] };
const one: SavedView = { name: 'One', search: 'type=tcp' };
const two: SavedView = { name: 'Two', search: '', columns };

test('added, changed and removed views are sent, others are not', () => {
  expect(changesBetween([one, two], [one, two])).toBeNull();
  expect(changesBetween([one], [one, two])).toEqual({ remove: [], put: [{ ...two, position: 1 }] });
  expect(changesBetween([one, two], [two])).toEqual({ remove: ['One'], put: [] });
  expect(changesBetween([one], [{ ...one, search: 'q=x' }])).toEqual({
    ...{ remove: [], put: [{ name: 'One', search: 'q=x', columns: null, position: 0 }] },
  });
  expect(changesBetween([one], [{ ...one, name: 'Uno' }])).toEqual({
    ...{ remove: ['One'], put: [{ name: 'Uno', search: 'type=tcp', columns: null, position: 0 }] },
  });
});

test('the views of the server are converted to the form that the browser stores', () => {
  const server = [
    { ...one, columns: null },
    { ...two, columns },
  ];
  expect(localOf(server)).toEqual([one, two]);
  expect(changesBetween(server, localOf(server))).toBeNull();
});

test('on the first visit the server is offered the views whose names it does not have', () => {
  const server = [{ name: 'ONE', search: 'q=other', columns: null }];
  expect(offerOf([one, two], server)).toEqual({ remove: [], put: [{ ...two, position: 1 }] });
  expect(offerOf([one], server)).toBeNull();
});

test('a damaged stored text counts as none', () => {
  expect(parseSynced(JSON.stringify({ person: 'ada', views: [one] }))).toEqual({
    person: 'ada',
    views: [one],
  });
  for (const text of [null, '', '{', '7', '{}', '{"person":7,"views":[]}'])
    expect(parseSynced(text)).toBeNull();
});
