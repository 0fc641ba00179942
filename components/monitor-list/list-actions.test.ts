import { expect, test } from 'vitest';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { listActions } from './list-actions';

/** Returns the paths of the actions that show all monitors, from a list with groups. */
function pathsToAll(hasDefault: boolean) {
  const url = parseMonitorsUrl(new URLSearchParams('group=region'));
  const all = { name: 'All', search: '' };
  const down = { name: 'Down', search: 'condition=down' };
  const actions = listActions(url, [all, down], { views: [all, down], hasDefault });
  const labels = [
    'Show the list without groups',
    'Clear all filters',
    'Team view: All',
    'View: All',
    'View: Down',
  ];
  return labels
    .map((label) => actions.find((action) => action.label === label))
    .map((action) => action && 'href' in action && action.href);
}

test('with a default view, the actions that show all monitors use a URL of their own', () => {
  const down = '/monitors?condition=down';
  const all = '/monitors?view=';
  expect(pathsToAll(true)).toEqual([all, all, all, all, down]);
  expect(pathsToAll(false)).toEqual(['/monitors', '/monitors', '/monitors', '/monitors', down]);
});
