import { expect, test } from 'vitest';
import { rowOf } from '@/lib/client/monitor-list.fixtures';
import { type PaletteAction, paletteGroups } from './palette-items';

const monitor = rowOf(1);
const action = (label: string): PaletteAction => ({ kind: 'action', id: label, label, run: () => {} });
const actions = [action('Go to Monitors'), action('Theme: dark')];
const searchList = action('Search the list');

const shown = (text: string, answer: Parameters<typeof paletteGroups>[0]['answer'] = { data: [monitor] }) =>
  paletteGroups({ text, answer, actions, searchList }).map(({ label, items }) => [
    label,
    ...items.map((item) => (item.kind === 'action' ? item.label : item.monitor.name)),
  ]);

test('without a text there are the most urgent monitors and all actions', () => {
  for (const text of ['', '  ']) {
    expect(shown(text)).toEqual([
      ['Most urgent', 'Orders database'],
      ['Commands', 'Go to Monitors', 'Theme: dark'],
    ]);
  }
});

test('with a text there are the server’s results, actions whose labels contain all words, and the search of the list', () => {
  expect(shown('DARK theme')).toEqual([
    ['Monitors', 'Orders database'],
    ['Commands', 'Theme: dark', 'Search the list'],
  ]);
});

test('without a match only the search of the list is offered', () => {
  expect(shown('zzz', { data: [] })).toEqual([['Commands', 'Search the list']]);
});

test('without a match the monitors that may be meant are offered apart from matches', () => {
  const meant = { by: 'name' as const, within_filters: true, monitors: [{ ...monitor, q: monitor.name }] };
  expect(shown('oders', { data: [], did_you_mean: meant })).toEqual([
    ['Did you mean', 'Orders database'],
    ['Commands', 'Search the list'],
  ]);
  expect(shown('dark', { data: [], did_you_mean: meant })).toEqual([
    ['Commands', 'Theme: dark', 'Search the list'],
  ]);
});

test.each([
  ['monitros', 'Go to Monitors'],
  ['Monitos', 'Go to Monitors'],
])('without a match the action that may be meant by %s is offered', (text, label) => {
  expect(shown(text, { data: [] })).toEqual([['Commands', label, 'Search the list']]);
  expect(shown(text)).toEqual([
    ['Monitors', 'Orders database'],
    ['Commands', 'Search the list'],
  ]);
});

test('an empty group is left out', () => {
  expect(shown('', { data: [] })).toEqual([['Commands', 'Go to Monitors', 'Theme: dark']]);
});
