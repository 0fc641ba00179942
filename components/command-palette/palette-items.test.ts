import { expect, test } from 'vitest';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { type PaletteAction, paletteGroups } from './palette-items';

const monitor: ListedMonitor = {
  monitor_uuid: '00000000-0000-4000-8000-000000000001',
  name: 'Orders database',
  type: 'tcp',
  target: 'db.example.com',
  port: 5432,
  interval: 60,
  regions: ['fra1'],
  maintenance_mode: false,
  is_active: true,
  last_check_at: null,
  last_status: null,
  last_response_time_ms: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  unknown_fields: [],
  condition: 'pending',
  observed_since: '2026-01-01T00:00:00.000Z',
  changed_at: null,
  changed_after: null,
  flapping: false,
};
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

test('an empty group is left out', () => {
  expect(shown('', { data: [] })).toEqual([['Commands', 'Go to Monitors', 'Theme: dark']]);
});
